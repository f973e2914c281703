// How many internal links and anchors of real docs sets resolve. Usage: node bench/link-closure.ts PATH… [--misses]
import { closeLinks } from '../src/content/link-closure.ts';
import { listDocs, parseDocs } from '../src/content/read-docs.ts';
import { openFolder } from '../src/content/sources/folder.ts';

const showMisses = process.argv.includes('--misses');
const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

for (const folder of folders) {
  const started = performance.now();
  const docs = await listDocs(await openFolder(folder));
  const parsed = await Array.fromAsync(parseDocs(docs));
  const seconds = (performance.now() - started) / 1000;
  const { paths, anchors, broken } = closeLinks(docs, parsed);
  const sections = parsed.flatMap(({ pages }) => pages).reduce((sum, page) => sum + page.sections.length, 0);
  const count = (why: string): number => broken.filter((link) => link.why === why).length;
  console.log(
    [
      folder.split('/').at(-1)?.padEnd(12),
      docs.framework.padEnd(11),
      `${parsed.length} files, ${sections} sections in ${seconds.toFixed(1)} s`.padEnd(36),
      `paths ${percent(paths)}`,
      `anchors ${percent(anchors)}`,
      `stale ${count('stale')}, redirected ${count('redirected')}, generated ${count('generated')}`,
    ].join('  '),
  );
  if (showMisses)
    for (const { file, target, part, why } of broken) console.log(`  ${part} ${why}  ${file}  ${target}`);
}

function percent({ checked, resolved }: { checked: number; resolved: number }): string {
  const share = checked === 0 ? 100 : (100 * resolved) / checked;
  return `${resolved}/${checked} ${share.toFixed(1)} %`;
}
