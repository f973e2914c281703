// node training/pairs.ts OUT FOLDER…
// Writes what docs themselves say of which text answers what, to the file OUT, one docs set a line: its sections as they are
// embedded, and pairs of a query and the section that it leads to. Queries are the texts of links, the sentences around them,
// and headings that ask (FAQ). No sentence is made by rule.
import { appendFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '../src/content/page.ts';
import { listDocs, parseDocs } from '../src/content/read-docs.ts';
import { folderOf, joinPath } from '../src/content/site/paths.ts';
import { openFolder } from '../src/content/sources/folder.ts';
import { embeddingText } from '../src/retrieval/vectors/embedding-text.ts';

/** A query, the section that answers it, and the section's text where the query is a part of it. */
type Pair = { kind: 'link' | 'sentence' | 'faq'; query: string; section: number; text?: string };

/** Sections of a set, so that no large one outweighs the others. */
const maxSections = 4000;

const asks = /\?$|^(?:how|what|why|when|where|which|who|can|does|do|is|are|should)\b/i;
const link = /\[([^\][\n]{3,120})\]\(([^()\s]+)\)/g;

const plain = (text: string) =>
  text
    .replaceAll(link, '$1')
    .replaceAll(/[`*_|<>#]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const normal = (path: string) =>
  path.replace(/\.(?:html?|mdx?|markdown|qmd|rst|adoc)$/, '').replace(/(?:^|\/)(?:index|_index|README)$/, '');

const [out, ...folders] = process.argv.slice(2);
if (out === undefined || folders.length === 0) throw new Error('Name a file to write and folders of docs.');
writeFileSync(out, '');
for (const folder of folders) {
  try {
    const docs = await listDocs(await openFolder(folder));
    const pages = (await Array.fromAsync(parseDocs(docs))).flatMap((parsed) => parsed.pages);
    const set = pairsOf(
      basename(folder),
      pages.filter(({ isDefault }) => isDefault),
    );
    appendFileSync(out, `${JSON.stringify(set)}\n`);
    console.log(`${set.name} ${set.sections.length} sections, ${set.pairs.length} pairs`);
  } catch (error) {
    console.log(`${basename(folder)} left out: ${String(error)}`);
  }
}

function pairsOf(name: string, pages: readonly Page[]) {
  const sections: { page: number; text: string }[] = [];
  const places = new Map<string, number>();
  const pairs: Pair[] = [];
  for (const [at, page] of pages.entries()) {
    if (sections.length > maxSections) break;
    for (const { anchor, heading, headingPath, text } of page.sections) {
      const section = sections.length;
      for (const address of [page.path, page.file])
        for (const place of [normal(address), `${normal(address)}#${anchor ?? ''}`])
          if (!places.has(place)) places.set(place, section);
      sections.push({ page: at, text: embeddingText(page.title, headingPath, text).slice(0, 1000) });
      if (asks.test(heading) && heading.split(' ').length > 2 && text.length > 60)
        pairs.push({
          kind: 'faq',
          query: heading,
          section,
          text: embeddingText(page.title, headingPath.slice(0, -1), text).slice(0, 1000),
        });
    }
  }
  for (const page of pages)
    for (const paragraph of page.markdown.split(/\n\s*\n|\n\s*(?:[-*+]|\d+\.)\s/))
      for (const { 1: text = '', 2: target = '', index } of paragraph.matchAll(link)) {
        const section = targetOf(page, target, places);
        if (section === undefined || pages[sections[section]!.page] === page) continue;
        if (text.trim().split(/\s+/).length > 2) pairs.push({ kind: 'link', query: plain(text), section });
        const sentence = plain(sentenceAt(paragraph, index));
        const words = sentence.split(' ').length;
        if (words > 5 && words < 32) pairs.push({ kind: 'sentence', query: sentence, section });
      }
  return { name, sections, pairs };
}

function targetOf(page: Page, target: string, places: ReadonlyMap<string, number>): number | undefined {
  const [address = '', anchor = ''] = target.split('#');
  const bases = address.startsWith('/') ? [''] : [folderOf(page.file), folderOf(page.path), page.path];
  const paths = bases.map((base) => normal(joinPath(base, address.replace(/^\//, ''))));
  const found = paths.flatMap((path) => [places.get(`${path}#${anchor}`), places.get(path)]);
  return found.find((section) => section !== undefined);
}

/** The sentence of a paragraph that holds the character at `index`. */
function sentenceAt(paragraph: string, index: number): string {
  const start = Math.max(...['. ', '! ', '? ', ': '].map((end) => paragraph.lastIndexOf(end, index) + 1));
  const rest = paragraph.slice(index).search(/[.!?](?:\s|$)/);
  return paragraph.slice(start, rest === -1 ? undefined : index + rest + 1);
}
