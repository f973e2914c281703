// What checking an answer costs while it streams, what becomes of its citations, and what writing it for /discovery/v2
// costs with and without the spans that they support: an answer of 300 tokens with links, code and citations, some of them
// of what was never retrieved. npm run bench -- citation-cost
import { createAnswerChecker } from '../src/assistant/check-answer.ts';
import type { AnswerEvent } from '../src/assistant/answer-event.ts';
import type { CitableSection } from '../src/assistant/retrieved.ts';
import { v2Writer } from '../src/protocol/v2/stream.ts';
import { cpuTime } from './cpu-time.ts';

const rounds = 2_000;
const sentence =
  'Set the `proxyUrl` option to the address of your proxy, then restart the server [[s1]]. See [the guide](/guide/proxy) or [this](/gone) for more [[s2, s9]].\n\n';
const code = '```sh\nexport PROXY=http://127.0.0.1:3128\ndocent serve --port 3000\n```\n\n';
const answer = (sentence.repeat(3) + code).repeat(3);
const deltas = answer.match(/[^]{1,5}/g)!;
const known = new Map(
  ['s1', 's2'].map((id) => {
    const page = { path: 'guide', url: '/guide', title: 'Guide', version: null, language: null };
    const section = { sectionId: 1, anchor: id, heading: id, text: answer };
    return [id, { id, title: `Guide › ${id}`, url: `/guide#${id}`, page, section } as CitableSection];
  }),
);

let shown = 0;
let unresolved = 0;
let dropped = 0;
const newChecker = () =>
  createAnswerChecker({
    find: (id) => known.get(id),
    textsOf: ({ section }) => [section.text],
    asked: '',
    links: (target) => (target === '/guide/proxy' ? target : null),
  });
const run = () => {
  const checker = newChecker();
  let text = '';
  for (const delta of deltas) text += checker.push(delta).text;
  text += checker.end().text;
  shown += text.match(/\(\/guide#s\d+\)/g)?.length ?? 0;
  unresolved += text.match(/\[\[s\d+|\/guide#s9|\/gone/g)?.length ?? 0;
  dropped += checker.counts().unknown;
};
for (let i = 0; i < 200; i++) run();
[shown, unresolved, dropped] = [0, 0, 0];
const before = process.cpuUsage();
for (let i = 0; i < rounds; i++) run();
const { user, system } = process.cpuUsage(before);
console.log({
  'deltas in an answer': deltas.length,
  'µs of CPU for an answer': Math.round((user + system) / rounds),
  'citations shown in an answer': shown / rounds,
  'removed from it': dropped / rounds,
  'share of shown citations that resolve': `${(100 * shown) / (shown + unresolved)} %`,
});

const checker = newChecker();
const events: AnswerEvent[] = [...known.values()].map(({ id, title, url }) => {
  return { type: 'source', id, title, url, text: answer.slice(0, 1_500) };
});
for (const { text, citations } of [...deltas.map((delta) => checker.push(delta)), checker.end()]) {
  const marks = citations.map(({ start, end, sections }) => ({
    start,
    end,
    sources: sections.map(({ id }) => id),
  }));
  events.push({ type: 'text', delta: text, marks });
}
events.push({ type: 'step-finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } });
const written = (citations?: 'data' | 'native') => {
  const { write } = v2Writer({ rawReader: false, jsonOnly: false, citations });
  return events.map((event) => write(event)).join('');
};
console.table(
  ([undefined, 'data', 'native'] as const).map((citations) => ({
    citations,
    bytes: Buffer.byteLength(written(citations)),
    'µs of CPU to write': Math.round(
      cpuTime(() => void Array.from({ length: 200 }, () => written(citations)), 9) / 200,
    ),
  })),
);
