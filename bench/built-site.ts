// npm run bench -- built-site DOCS BUILT [--show]
// Compares the pages, heading ids and text that we compute from a docs set's sources with what its own generator built: BUILT
// is the folder with the generator's HTML.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Element } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { Page } from '../src/content/page.ts';
import { readFolder } from './retrieval/sets.ts';

const { findAll } = DomUtils;
const [docs, built, ...flags] = process.argv.slice(2);
if (docs === undefined || built === undefined) throw new Error('Name the docs and the folder of HTML.');

const pages = await readFolder(resolve(docs));
const unread = new Set(globSync('**/*.html', { cwd: built }));
const counts = { pages: pages.length, built: 0, anchors: 0, resolved: 0, headings: 0, found: 0 };
for (const page of pages) {
  const file = builtFile(page.url);
  if (file === undefined) {
    console.log(`no page      ${page.url}  ${page.file}`);
    continue;
  }
  unread.delete(file);
  counts.built++;
  compare(page, readIds(readFileSync(join(built, file), 'utf8')));
}
for (const file of unread) console.log(`not read     ${file}`);
console.log(
  `${counts.built} of ${counts.pages} pages are built there, ${unread.size} of the built ones are not read; ${counts.resolved} of ${counts.anchors} anchors are ids there, ${counts.found} of ${counts.headings} built heading ids are ours`,
);

function builtFile(url: string): string | undefined {
  const path = decodeURIComponent(new URL(url, 'http://docs').pathname).replace(/^\/|\/$/g, '');
  // What is served below a base path is built at the top.
  const steps = path.split('/');
  return steps
    .map((_, skipped) => steps.slice(skipped).join('/'))
    .concat('')
    .flatMap((rest) => [rest, `${rest}.html`, join(rest, 'index.html')])
    .find((file) => file.endsWith('.html') && existsSync(join(built!, file)));
}

function compare(page: Page, { ids, headings }: { ids: Set<string>; headings: Set<string> }): void {
  const ours = new Set(page.sections.flatMap(({ anchor }) => (anchor === null ? [] : [anchor])));
  const wrong = [...ours].filter((anchor) => !ids.has(anchor));
  const missing = [...headings].filter((id) => !ours.has(id));
  counts.anchors += ours.size;
  counts.resolved += ours.size - wrong.length;
  counts.headings += headings.size;
  counts.found += headings.size - missing.length;
  if (wrong.length > 0) console.log(`no such id   ${page.file}  ${wrong.join(' ')}`);
  if (missing.length > 0) console.log(`not ours     ${page.file}  ${missing.join(' ')}`);
  if (flags.includes('--show')) console.log(`\n### ${page.url} ${page.title}\n${page.markdown}\n`);
}

/** All ids, and those of the content's headings, or of the sections that hold them. */
function readIds(html: string): { ids: Set<string>; headings: Set<string> } {
  const page = parseDocument(html);
  const isMain = ({ name, attribs }: Element) =>
    /^(?:main|article)$/.test(name) || attribs['role'] === 'main';
  const [main = page] = findAll(isMain, page.children);
  const hasHeadingId = ({ name, attribs }: Element) => /^(?:h[2-6]|section)$/.test(name) && attribs['id'];
  const idsOf = (elements: Element[]) => new Set(elements.map(({ attribs }) => attribs['id']!));
  return {
    ids: idsOf(findAll(({ attribs }) => attribs['id'] !== undefined, page.children)),
    headings: idsOf(findAll((element) => Boolean(hasHeadingId(element)), main.children)),
  };
}
