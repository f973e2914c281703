// What the worst questions cost the server against a plain one of the same length, in CPU: read and masked alone, and
// asked over HTTP until the answer has ended; and what pages of them cost the parser. npm run bench -- worst-inputs
import { parseMarkdown } from '../src/content/markdown/parse-markdown.ts';
import { maskPrivate } from '../src/lib/mask-private.ts';
import { parseV2Request } from '../src/protocol/v2/request.ts';
import { cpuTime } from './cpu-time.ts';
import { post, startServer } from '../test/helpers/server.ts';
import { plainText, questionOf, worstTexts } from '../test/helpers/worst-texts.ts';

const size = 950_000;
const plainQuestion = plainText(size);

const maxBytes = 1_000_000;
const server = await startServer();
const url = `${server.url}/discovery/v2/assistant/${server.domain}/message`;

function reading(text: string): number {
  return cpuTime(() => {
    const [message] = parseV2Request(questionOf(text)).question.messages;
    maskPrivate(message!.text);
    maskPrivate(text);
  }, 5);
}

/** As much of a text as a body holds: some characters take more bytes than others. */
function fitting(text: string): string {
  const bytes = Buffer.byteLength(JSON.stringify(text));
  return bytes <= maxBytes ? text : text.slice(0, Math.floor((text.length * maxBytes) / bytes));
}

/** Microseconds, the least of three, with what the client here needs to send it. */
async function asking(text: string): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    const answer = await post(url, server.assistantKey, questionOf(fitting(text)));
    // One that has no words is refused once it is read, which costs the same.
    if (!answer.ok && answer.status !== 400) throw new Error(`${answer.status}`);
    await answer.text();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

await asking(plainQuestion);
const plain = { read: reading(plainQuestion), asked: await asking(plainQuestion) };
const ms = (us: number) => Number((us / 1_000).toFixed(1));
const row = (read: number, asked: number) => ({
  'read and masked, ms': ms(read),
  'times plain': Number((read / plain.read).toFixed(1)),
  'asked over HTTP, ms': ms(asked),
  'times plain ': Number((asked / plain.asked).toFixed(1)),
});
const rows: Record<string, ReturnType<typeof row>> = { plain: row(plain.read, plain.asked) };
for (const [name, text] of Object.entries(worstTexts(size)))
  rows[name] = row(reading(text), await asking(text));
console.log(`${plainQuestion.length.toLocaleString('en')} characters each`);
console.table(rows);
await server.close();

/** Lines of directives: what parses them is not ours, so only its time shows what they cost. */
const lines = [
  ':::\n',
  'a\n:::\n',
  '> :::\n',
  'a :::x[y] ',
  ':x{a="',
  'a: b ',
  '::: ',
  '12:30 ',
  '|:x: |12:30|\n',
];
const parsing = (line: string) => {
  const text = `:::note\n\n${line.includes('|') ? '|a|b|\n|-|-|\n' : ''}${line.repeat(160_000 / line.length)}`;
  return cpuTime(() => void parseMarkdown(text, 'markdown', { directives: true }), 5);
};
const plainPage = parsing('The quick brown fox\n');
const pages = lines.map((line) => [JSON.stringify(line), `${(parsing(line) / plainPage).toFixed(1)} times`]);
console.log('160,000 characters of directives, against plain lines:');
console.table(Object.fromEntries(pages));
