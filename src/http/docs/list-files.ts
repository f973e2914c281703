import { markdownLink } from '../../assistant/citations.ts';
import type { ListedPage } from '../../retrieval/list-pages.ts';
import { encodedPath, folderTitle, pageLine, titleText } from './llms-text.ts';

/** Characters of a list; agents cut what is longer. https://agentdocsspec.com/spec/web/ (`llms-txt-size`) */
const maxLength = 50_000;

type ListedSite = {
  name: string;
  /** The address of the docs at this server. */
  address: string;
  /** The query of the list's address, which its sections have, too: '' or with its question mark. */
  query: string;
};

/** The name of the list that leads to all others. */
export const mainList = '';

type Line = { heading: string; text: string };
type Section = { folder: string; lines: readonly Line[] };
type LinesOf = (folder: string, pages: readonly ListedPage[]) => Line[];

/**
 * Lists of the docs for language models, by name: a link per page, grouped by folder (https://llmstxt.org). What is too
 * long for one is split by folder, and the main list leads to the sections.
 */
export function listFiles(site: ListedSite, listed: readonly ListedPage[]): Map<string, string> {
  const name = titleText(site.name);
  const titles = new Map(listed.map(({ path, title }) => [path, title]));
  const titleOf = (folder: string): string =>
    titleText(folder === '' ? 'Docs' : (titles.get(folder) ?? folderTitle(folder.split('/').at(-1)!)));
  const written = new Map(listed.map((page) => [page, pageLine(page, `${site.address}/pages/`)]));
  const linesOf: LinesOf = (folder, pages) =>
    [...Map.groupBy(pages, ({ path }) => childOf(path, folder))].flatMap(([child, inside]) => {
      const heading = titleOf(child ?? folder);
      return inside.map((page) => ({ heading, text: written.get(page)! }));
    });
  const sectionHead = (title: string): string =>
    `# ${name}: ${title}\n\n> A section of [llms.txt](${site.address}/llms.txt${site.query}).`;
  const room = maxLength - sectionHead('').length - 1_000;
  const sections = sectionsOf('', listed, linesOf, room);
  const files = new Map<string, string>();

  /** Writes a section, and returns a line that leads to it. */
  const addSection = ({ folder, lines }: Section, title: string, what: string): Line => {
    const file = freeName(folder, files);
    files.set(file, textOf(sectionHead(title), lines));
    const url = `${site.address}/llms/${encodedPath(file)}.txt${site.query}`;
    return { heading: 'Sections', text: `- ${markdownLink({ title, url })}: ${what}` };
  };

  let main = sections[0]?.lines ?? [];
  if (sections.length > 1)
    main = sections.map((section) => {
      const count = section.lines.length;
      return addSection(
        { ...section, folder: section.folder || 'index' },
        titleOf(section.folder),
        count === 1 ? '1 page' : `${count} pages`,
      );
    });
  // Some hundred thousand pages have more sections than one list holds.
  while (lengthOf(main) > room)
    main = chunks(main, room).map((lines, index) =>
      addSection({ folder: 'sections', lines }, `Sections, part ${index + 1}`, `${lines.length} sections`),
    );
  const about = sections.length > 1 ? 'Each link is a list of pages.' : 'Each link is a page as Markdown.';
  return files.set(mainList, textOf(`# ${name}\n\n> The docs of ${name}. ${about}`, main));
}

/** Large folders become sections of their own; the others are cut into as few as hold them, in the order of their paths. */
function sectionsOf(folder: string, pages: readonly ListedPage[], linesOf: LinesOf, room: number): Section[] {
  const lines = linesOf(folder, pages);
  if (lengthOf(lines) <= room) return [{ folder, lines }];
  const children = [...Map.groupBy(pages, ({ path }) => childOf(path, folder))];
  const [large = [], small = []] = partition(
    children,
    ([child, inside]) => child !== null && lengthOf(linesOf(folder, inside)) > room / 4,
  );
  const others = small.flatMap(([, inside]) => inside);
  return [
    ...chunks(linesOf(folder, others), room).map((some) => ({ folder, lines: some })),
    ...large.flatMap(([child, inside]) => sectionsOf(child!, inside, linesOf, room)),
  ];
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): Item[][] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** The folder below a folder that a page is in; null for a page directly in it. */
function childOf(path: string, folder: string): string | null {
  const end = path.indexOf('/', folder === '' ? 0 : folder.length + 1);
  return end < 0 ? null : path.slice(0, end);
}

function chunks(lines: readonly Line[], room: number): Line[][] {
  const found: Line[][] = [];
  let length = Infinity;
  for (const line of lines) {
    length += costOf(line, found.at(-1)?.at(-1));
    if (length > room) {
      found.push([]);
      length = costOf(line, undefined);
    }
    found.at(-1)!.push(line);
  }
  return found;
}

function lengthOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line, index) => sum + costOf(line, lines[index - 1]), 0);
}

/** Characters that a line adds to a text, with its heading. */
function costOf({ heading, text }: Line, before: Line | undefined): number {
  return text.length + 1 + (before?.heading === heading ? 0 : `\n\n## ${heading}\n`.length);
}

function textOf(head: string, lines: readonly Line[]): string {
  const groups = [...Map.groupBy(lines, ({ heading }) => heading)].map(
    ([heading, inside]) => `## ${heading}\n\n${inside.map(({ text }) => text).join('\n')}`,
  );
  return [head, ...groups, ''].join('\n\n');
}

/** Folders may have the names that parts and others get. */
function freeName(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}
