// What the worst questions cost the server against a plain one of the same length, in CPU: read and masked alone, and
// asked over HTTP until the answer has ended. npm run bench -- worst-inputs
import { maskPrivate } from '../src/lib/mask-private.ts';
import { parseV2Request } from '../src/protocol/v2/request.ts';
import { cpuTime } from '../test/helpers/cpu-time.ts';
import { post, startServer } from '../test/helpers/server.ts';
import { plainText, questionOf, worstTexts } from '../test/helpers/worst-texts.ts';

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

await asking(plainText);
const plain = { read: reading(plainText), asked: await asking(plainText) };
const ms = (us: number) => Number((us / 1_000).toFixed(1));
const row = (read: number, asked: number) => ({
  'read and masked, ms': ms(read),
  'times plain': Number((read / plain.read).toFixed(1)),
  'asked over HTTP, ms': ms(asked),
  'times plain ': Number((asked / plain.asked).toFixed(1)),
});
const rows: Record<string, ReturnType<typeof row>> = { plain: row(plain.read, plain.asked) };
for (const [name, text] of Object.entries(worstTexts)) rows[name] = row(reading(text), await asking(text));
console.log(`${plainText.length.toLocaleString('en')} characters each`);
console.table(rows);
await server.close();
