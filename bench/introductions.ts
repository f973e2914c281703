// npm run bench -- introductions DATA
// "What is X?" of each docs set of `answers`, where X is the product: what people ask first, and whose words are everywhere.
// Right is an answer without a model whose first quotation says what the pattern says, for which the product's own site was
// read and not our answers.
import { existsSync } from 'node:fs';
import { tryAnswer } from '../src/assistant/try-answer.ts';
import { openIndex } from '../src/retrieval/open-index.ts';
import { openAnswering } from './answers/answering.ts';
import { answerSets } from './answers/sets.ts';
import { buildOurs, embedder } from './retrieval/build.ts';
import { readSite } from './retrieval/sets.ts';

const products: Record<string, [name: string, fact: RegExp]> = {
  'ai-sdk': ['the AI SDK', /toolkit/i],
  asciidoctor: ['Asciidoctor', /text processor|AsciiDoc (?:processor|converter)/i],
  beets: ['beets', /music (?:library|collection)|media library/i],
  bind9: ['BIND 9', /DNS|name server/],
  borgmatic: ['borgmatic', /backup software/i],
  cargo: ['Cargo', /package manager/i],
  chartjs: ['Chart.js', /charting library/i],
  commonmark: ['league/commonmark', /Markdown (?:parser|converter)|PHP/],
  ent: ['ent', /entity framework/i],
  eslint: ['ESLint', /patterns|lint/i],
  etcd: ['etcd', /key-value store/i],
  fastify: ['Fastify', /web framework|framework/i],
  fish: ['fish', /shell/i],
  flask: ['Flask', /web application framework|WSGI/i],
  git: ['Git', /revision control|version control/i],
  incus: ['Incus', /container and virtual machine manager|system container/i],
  jekyll: ['Jekyll', /static site generator/i],
  jupyterhub: ['JupyterHub', /multi-?user|groups of users/i],
  kitty: ['kitty', /terminal emulator|GPU/i],
  lego: ['lego', /ACME|Let['’]s Encrypt/],
  mcp: ['MCP', /open(?:-source)? (?:standard|protocol)/i],
  mitmproxy: ['mitmproxy', /proxy/i],
  'mkdocs-material': ['Material for MkDocs', /documentation framework|theme/i],
  newsboat: ['Newsboat', /feed reader|RSS/i],
  nix: ['Nix', /package manager/i],
  ntfy: ['ntfy', /notifications/i],
  openqa: ['openQA', /test tool|automated test/i],
  patroni: ['Patroni', /template|high availability/i],
  pelican: ['Pelican', /static site generator/i],
  prometheus: ['Prometheus', /monitoring/i],
  rails: ['Rails', /web (?:application )?(?:development )?framework/i],
  rclone: ['rclone', /manage files on cloud|cloud storage/i],
  redux: ['Redux', /predictable|state container|pattern and library/i],
  restic: ['restic', /backup program/i],
  rollup: ['Rollup', /module bundler/i],
  stack: ['Stack', /program for developing Haskell|Haskell projects/i],
  starlight: ['Starlight', /documentation theme|documentation website/i],
  'swr-site': ['SWR', /data fetching|stale-while-revalidate/i],
  undici: ['undici', /HTTP\/1\.1 client/i],
  uv: ['uv', /package and project manager|package manager/i],
  vite: ['Vite', /build tool/i],
  watchman: ['Watchman', /watch(?:es)? files/i],
};

const [data] = process.argv.slice(2);
if (data === undefined) throw new Error('Name the folder that holds beds/.');
const { deps, scopeOf } = await openAnswering(data);
const counts = { asked: 0, right: 0 };
for (const { name, docs } of answerSets(data)) {
  const product = products[name];
  if (product === undefined || !existsSync(docs)) continue;
  const { pages, guidance } = await readSite(docs);
  const index = openIndex(await buildOurs(name, pages, guidance), { embedderFor: () => embedder });
  const scope = scopeOf(index);
  const { text } = await tryAnswer(deps, scope, `What is ${product[0]}?`, new AbortController().signal);
  index.close();
  const [, first = ''] = text.split(/^\*\*(?=.*\]\()/m);
  const isRight = product[1].test(first);
  counts.asked++;
  counts.right += Number(isRight);
  console.log(`${isRight ? 'right' : 'wrong'}  ${name.padEnd(16)} ${first.split('\n')[0]?.slice(0, 100)}`);
}
console.log(`${counts.right} of ${counts.asked} say first what the product is`);
await embedder.close();
await deps.store.close();
