// npm run bench -- answer-parts [ANSWERS] [ROUNDS]
// What an answer of /discovery/v2 costs with and without what a request can ask for: bytes on the wire, and the server's
// CPU (user and system, of its process alone): the least of the rounds, which a busy machine changes little. The kinds take turns; each answer has 160 pieces with eight citations.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { docsFolder, exampleDocs } from '../test/helpers/docs-folder.ts';
import { answered } from '../test/helpers/model-replies.ts';
import { startModelServer } from '../test/helpers/model-server.ts';
import { dataFolder, serve } from '../test/helpers/run-docent.ts';

const answers = Number(process.argv[2] ?? 50);
const rounds = Number(process.argv[3] ?? 5);
const sentence = ['Run ', '`apt ', 'install ', 'harbour` ', 'on ', 'Linux ', 'as ', 'root '];
const pieces = [...sentence, ...sentence, ...sentence.slice(0, 3), 'now [[s1]]. '];
const text = Array.from({ length: 8 }, () => pieces).flat();
const kinds: Record<string, object> = {
  plain: {},
  'citations: data': { citations: 'data' },
  'citations: native': { citations: 'native' },
  resumable: { resumable: true },
  'resumable, citations: data': { resumable: true, citations: 'data' },
};

const model = await startModelServer(() =>
  answered({
    text: (async function* () {
      for (const piece of text) {
        await wait(5);
        yield piece;
      }
    })(),
  }),
);
const docs = await docsFolder(exampleDocs);
const data = await dataFolder();
const { child, ready, exit } = await serve([docs.path, '--data', data.path], {
  env: {
    DOCENT_MODEL: 'compatible/m',
    DOCENT_MODEL_URL: `${model.url}/v1`,
    DOCENT_LIMIT_ASSISTANT_PER_HOUR: '1000000',
    DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: '1000000',
    DOCENT_LIMIT_STREAMS_PER_IP: '100000',
    DOCENT_LIMIT_STREAMS_PER_ORGANIZATION: '100000',
  },
});

/** In hundredths of a second, after a name that may hold anything: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function cpuMs(): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

let nth = 0;
async function ask(more: object): Promise<{ bytes: number; ofCitations: number }> {
  const response = await fetch(`${ready.url}/discovery/v2/assistant/${ready.domain}/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ready.assistantKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: `chat-of-a-bench-${++nth}`,
      fp: 'bench',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I install it?' }] }],
      ...more,
    }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  const body = await response.text();
  const [citations = ''] = /"(?:data-)?citations".*/.exec(body) ?? [];
  return { bytes: Buffer.byteLength(body), ofCitations: Buffer.byteLength(citations) };
}

const spent = new Map(
  Object.keys(kinds).map((kind) => [kind, { bytes: [] as number[], ofCitations: 0, ms: [] as number[] }]),
);
await Promise.all(Array.from({ length: answers }, () => ask({ resumable: true, citations: 'data' })));
for (let round = 0; round < rounds; round++)
  for (const [kind, more] of Object.entries(kinds)) {
    const before = cpuMs();
    const sizes = await Promise.all(Array.from({ length: answers }, () => ask(more)));
    const of = spent.get(kind)!;
    of.ms.push((cpuMs() - before) / answers);
    of.bytes.push(...sizes.map(({ bytes }) => bytes));
    of.ofCitations = sizes[0]!.ofCitations;
  }
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;
const least = Math.min(...spent.get('plain')!.ms);
console.table(
  Object.fromEntries(
    [...spent].map(([kind, { bytes, ofCitations, ms }]) => [
      kind,
      {
        // How many pieces become one event depends on the moment.
        'bytes, median': median(bytes),
        'of citations': ofCitations,
        'CPU ms': Math.min(...ms).toFixed(2),
        'of plain': (Math.min(...ms) / least).toFixed(2),
      },
    ]),
  ),
);
child.kill('SIGTERM');
await exit;
await Promise.all([model.close(), docs.remove(), data.remove()]);
