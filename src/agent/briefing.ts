import { quoted } from '../lib/quoted.ts';
import { posix } from 'node:path';
import { readSite } from './checks/read-site.ts';
import { type NavigationFile, readNavigations } from './checks/site-navigation.ts';
import type { CodeSource } from './deps.ts';
import { describeNavigation, pagesNamed } from './describe-navigation.ts';
import { preferences } from './preferences.ts';
import type { Workspace } from './workspace.ts';

/** Maximum characters of each part; with the owners' instructions, about 10,000 tokens in all. */
const room = { navigation: 8_000, navigationAndPages: 11_000, example: 3_000 };
const maxTerms = 30;

/**
 * The first message: the docs framework, the navigation with titles, one page as an example of style, the docs'
 * vocabulary and their owners' instructions, all as quoted data.
 */
export async function briefing(
  workspace: Workspace,
  code: readonly CodeSource[],
  request: string,
): Promise<string> {
  const site = await readSite(workspace, 'now');
  const texts = new Map(site.pages.map((page) => [page, site.text(page)]));
  const navigations = await readNavigations(workspace, 'now');
  const titles = await site.titles(site.pages);
  const example = exampleFor(titles, texts, request);
  return [
    `The docs root is "${workspace.docsRoot || '.'}". The docs are made with ${site.framework} and have ${site.pages.length} pages.`,
    ...code.map(
      ({ name, url, ref }) =>
        `Read-only repository: ${url}${ref === null ? '' : ` at ${ref}`}, by paths that begin with \`${name}:\`.`,
    ),
    ...pagesInOrder(navigations, titles),
    ...section('Components in use, with how often', wordCounts(texts, /<([A-Z][\w.]{1,60})[\s/>]/g)),
    ...section('Names as these docs write them', wordCounts(texts, properNames, 5)),
    ...(example === null
      ? []
      : [`\nA page as an example of style, ${example.file}:`, quoted('page', example.text)]),
    ...(await preferences(workspace)),
  ].join('\n');
}

const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : [`\n${title}:`, ...lines]);

/** The navigation, then the other pages, as far as they fit. */
function pagesInOrder(navigations: readonly NavigationFile[], titles: ReadonlyMap<string, string>): string[] {
  const tree = withinRoom(describeNavigation(navigations, titles), room.navigation, 'get_navigation');
  const left = room.navigationAndPages - tree.join('\n').length;
  const named = pagesNamed(navigations);
  const others = [...titles].filter(([page]) => !named.has(page));
  const pages = others.map(([page, title]) => `${page} — ${title}`);
  const title = tree.length === 0 ? 'Pages, with titles' : 'Pages that it does not name';
  return [
    ...section('The navigation, with titles', tree),
    ...section(title, withinRoom(pages, left, 'list_pages')),
  ];
}

function withinRoom(lines: readonly string[], maxLength: number, tool: string): string[] {
  let length = 0;
  const shown = lines.filter((line) => (length += line.length + 1) <= maxLength);
  const rest = lines.length - shown.length;
  return rest > 0 ? [...shown, `… and ${rest} more lines: see ${tool}.`] : shown;
}

// Names with a capital inside: `GitHub`, `TypeScript`, `OpenAPI`.
const properNames = /(?<![\w`/.<-])([A-Z][a-z]{1,20}[A-Z][A-Za-z]{1,20})(?![\w`/(>-]|\.\w)/g;

/** The commonest matches, each with its count. */
function wordCounts(texts: ReadonlyMap<string, string>, pattern: RegExp, minCount = 1): string[] {
  const counts = new Map<string, number>();
  for (const text of texts.values())
    for (const [, word] of text.matchAll(pattern)) counts.set(word!, (counts.get(word!) ?? 0) + 1);
  const commonest = [...counts].filter(([, count]) => count >= minCount).sort((a, b) => b[1] - a[1]);
  return commonest.length === 0
    ? []
    : [
        commonest
          .slice(0, maxTerms)
          .map(([word, count]) => `${word} (${count})`)
          .join(', '),
      ];
}

/** The page that shares most words with the request by its path and title, of a usual length. */
function exampleFor(
  titles: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
  request: string,
): { file: string; text: string } | null {
  const words = new Set(request.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const scored = [...titles]
    .filter(
      ([file]) =>
        (texts.get(file)?.length ?? 0) > 400 && !/(?:^|\/)(?:changelog|agents|claude)\./i.test(file),
    )
    .map(([file, title]) => {
      const own = `${posix.dirname(file)} ${posix.basename(file)} ${title}`
        .toLowerCase()
        .match(/[\p{L}\p{N}]{3,}/gu);
      return { file, score: (own ?? []).filter((word) => words.has(word)).length };
    });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best === undefined ? null : { file: best.file, text: texts.get(best.file)!.slice(0, room.example) };
}
