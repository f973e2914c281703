// How fast docs sets of each framework are listed and parsed, and what it takes of this process's memory.
// Usage: npm run bench -- frameworks PATH…
import { listDocs, parseDocs } from '../src/content/read-docs.ts';
import { openFolder } from '../src/content/sources/folder.ts';

console.log(
  'set           framework    pages  sections  listed in  parsed in  pages/s  sections/s  resident',
);
for (const folder of process.argv.slice(2)) {
  const began = performance.now();
  const docs = await listDocs(await openFolder(folder));
  const listed = performance.now();
  let pages = 0;
  let sections = 0;
  let resident = 0;
  for await (const parsed of parseDocs(docs)) {
    for (const page of parsed.pages) {
      pages += 1;
      sections += page.sections.length;
    }
    resident = Math.max(resident, process.memoryUsage.rss());
  }
  const seconds = (performance.now() - listed) / 1000;
  console.log(
    [
      (folder.split('/').at(-1) ?? '').padEnd(13),
      docs.framework.padEnd(11),
      String(pages).padStart(6),
      String(sections).padStart(9),
      `${((listed - began) / 1000).toFixed(2)} s`.padStart(10),
      `${seconds.toFixed(2)} s`.padStart(10),
      (pages / seconds).toFixed(0).padStart(8),
      (sections / seconds).toFixed(0).padStart(11),
      `${(resident / 1024 / 1024).toFixed(0)} MB`.padStart(9),
    ].join(' '),
  );
}
