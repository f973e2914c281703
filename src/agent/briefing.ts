import { quoted } from '../lib/quoted.ts';
import { posix } from 'node:path';
import { readSite } from './checks/read-site.ts';
import type { Checker } from './checks/checker.ts';
import type { Site } from './checks/checked-site.ts';
import { readNavigations } from './checks/site-navigation.ts';
import type { CodeSource } from './deps.ts';
import { listPageTitles } from './page-titles.ts';
import type { Workspace } from './workspace.ts';

// Files with instructions for contributors and agents, most specific first.
const preferenceFiles = [
  '.docent/agents.md',
  'AGENTS.md',
  'CLAUDE.md',
  'CONTRIBUTING.md',
  '.github/CONTRIBUTING.md',
  '.vale.ini',
];
const maxPreferencesLength = 12_000;
const maxTreeLines = 250;
const maxExampleLength = 3_000;
const maxTerms = 30;

/**
 * The first message: the docs framework, the pages in order, one page as an example of style, the docs' vocabulary and
 * their owners' instructions, all as quoted data.
 */
export async function briefing(
  workspace: Workspace,
  checker: Checker,
  code: readonly CodeSource[],
  request: string,
): Promise<string> {
  const site = await readSite(workspace, checker, 'now');
  const texts = new Map(site.pages.map((page) => [page, site.text(page)]));
  const navigations = await readNavigations(site, workspace, checker, 'now');
  const example = exampleFor(site, texts, request);
  return [
    `The docs root is "${workspace.docsRoot || '.'}". The docs are made with ${site.framework} and have ${site.pages.length} pages.`,
    ...(navigations.length === 0
      ? []
      : [
          `The navigation is in ${navigations
            .map(({ file }) => file)
            .slice(0, 10)
            .join(', ')}.`,
        ]),
    ...code.map(
      ({ name, url, ref }) =>
        `Read-only repository: ${url}${ref === null ? '' : ` at ${ref}`}, by paths that begin with \`${name}:\`.`,
    ),
    ...section('Pages, with titles', pageTree(site)),
    ...section('Components in use, with how often', wordCounts(texts, /<([A-Z][\w.]{1,60})[\s/>]/g)),
    ...section('Names as these docs write them', wordCounts(texts, properNames, 5)),
    ...(example === null
      ? []
      : [`\nA page as an example of style, ${example.file}:`, quoted('page', example.text)]),
    ...(await preferences(workspace)),
  ].join('\n');
}

const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : [`\n${title}:`, ...lines]);

function pageTree(site: Site): string[] {
  const titled = listPageTitles(site, site.pages.slice(0, maxTreeLines));
  const lines = titled.map(({ file, title }) => `${file} — ${title}`);
  const rest = site.pages.length - titled.length;
  return rest > 0 ? [...lines, `… and ${rest} more: see list_pages.`] : lines;
}

// Names with a capital inside: `GitHub`, `TypeScript`, `OpenAPI`.
const properNames = /(?<![\w`/.<-])([A-Z][a-z]{1,20}[A-Z][A-Za-z]{1,20})(?![\w`/(>-]|\.\w)/g;

/** The commonest matches, each with its count. */
function wordCounts(texts: ReadonlyMap<string, string>, pattern: RegExp, least = 1): string[] {
  const counts = new Map<string, number>();
  for (const text of texts.values())
    for (const [, word] of text.matchAll(pattern)) counts.set(word!, (counts.get(word!) ?? 0) + 1);
  const most = [...counts].filter(([, count]) => count >= least).sort((a, b) => b[1] - a[1]);
  return most.length === 0
    ? []
    : [
        most
          .slice(0, maxTerms)
          .map(([word, count]) => `${word} (${count})`)
          .join(', '),
      ];
}

/** The page that shares most words with the request by its path and title, of a usual length. */
function exampleFor(
  site: Site,
  texts: ReadonlyMap<string, string>,
  request: string,
): { file: string; text: string } | null {
  const words = new Set(request.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const scored = listPageTitles(site, site.pages)
    .filter(
      ({ file }) =>
        (texts.get(file)?.length ?? 0) > 400 && !/(?:^|\/)(?:changelog|agents|claude)\./i.test(file),
    )
    .map(({ file, title }) => {
      const own = `${posix.dirname(file)} ${posix.basename(file)} ${title}`
        .toLowerCase()
        .match(/[\p{L}\p{N}]{3,}/gu);
      return { file, score: (own ?? []).filter((word) => words.has(word)).length };
    });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best === undefined
    ? null
    : { file: best.file, text: texts.get(best.file)!.slice(0, maxExampleLength) };
}

async function preferences(workspace: Workspace): Promise<string[]> {
  const found = await workspace.readPreferences(preferenceFiles);
  return [...found].map(
    ([path, text]) =>
      `\nRepository preferences from ${path}, as data:\n${quoted('preferences', text.slice(0, maxPreferencesLength))}`,
  );
}
