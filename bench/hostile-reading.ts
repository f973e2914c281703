// npm run bench -- hostile-reading [SIZE] [NAME]: reads small folders that cost far more than they weigh, as a deployment does: what
// came of each, and how much CPU of the server and of the processes that read it took, with the longest turn of the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openReading } from '../src/content/reading/open-reading.ts';
import { hostileDocs } from '../test/helpers/hostile-docs.ts';
import { treeOf } from '../test/helpers/tree-of.ts';

const [size = '3000', only = ''] = process.argv.slice(2);
for (const [name, files] of Object.entries(hostileDocs(Number(size)))) {
  if (!name.includes(only)) continue;
  const reading = openReading();
  const before = process.cpuUsage();
  const turns = monitorEventLoopDelay({ resolution: 5 });
  turns.enable();
  const began = performance.now();
  const outcome = await read(reading, files).catch(({ message }: Error) => message);
  reading.close();
  const { user, system } = process.cpuUsage(before);
  console.log(name, {
    KB: Math.round(Object.values(files).join('').length / 1000),
    s: Number(((performance.now() - began) / 1000).toFixed(1)),
    'CPU here, ms': Math.round((user + system) / 1000),
    'longest turn, ms': Math.round(turns.max / 1e6),
    outcome: outcome.slice(0, 90),
  });
}
console.log(`most memory here: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

async function read(reading: ReturnType<typeof openReading>, files: Record<string, string>): Promise<string> {
  const docs = await reading.list(treeOf(files), {}, new Map());
  const read = await Array.fromAsync(docs.parse(docs.files));
  const pages = read.flatMap((one) => one.pages);
  const links = await docs.examine(read, pages);
  const plain = read.filter(({ warnings }) => warnings.some(({ fellBack }) => fellBack)).length;
  return `${pages.length} pages, ${plain} plain, ${links === null ? 'links not checked' : `${links.found.length} links broken`}, ${docs.warnings.length} warnings`;
}
