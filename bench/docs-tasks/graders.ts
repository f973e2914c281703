import { checkChanges } from '../../src/agent/checks/check-changes.ts';
import { checkCode } from '../../src/agent/checks/check-code.ts';
import { checkPaths } from '../../src/agent/checks/check-paths.ts';
import { describeFinding, isError } from '../../src/agent/checks/finding.ts';
import { readSite } from '../../src/agent/checks/read-site.ts';
import { readNavigations } from '../../src/agent/checks/site-navigation.ts';
import type { Workspace } from '../../src/agent/workspace.ts';
import { matchGlobs } from '../../src/content/site/glob.ts';
import type { Task } from './task.ts';

/** Words that a page must hold; of a list any. Letter case, white space and emphasis do not count. */
type Fact = string | string[];

export type Grader =
  /** The navigation shows a page in the same group as another one; or no longer. */
  | { kind: 'navigation'; page: string; beside: string }
  | { kind: 'navigation'; gone: string }
  /** An old path leads to a page. */
  | { kind: 'redirect'; from: string; to: string }
  /** One file that fits the glob holds all facts, below one heading when `under` names it, and no file any of `lacks`. */
  | { kind: 'facts'; in: string; under?: string; has?: Fact[]; lacks?: string[] };

export type GraderKind = Grader['kind'] | 'checks' | 'scope';

/** What a solution lacks. */
export type Failure = { kind: GraderKind; message: string };

/** Grades what a pull request holds: the task's own graders, and those that every task has. Empty when it passes. */
export async function grade(task: Task, change: Workspace): Promise<Failure[]> {
  const failures = [...(await gradeScope(task, change)), ...(await gradeChecks(change))];
  for (const grader of task.graders) failures.push(...(await graders[grader.kind](grader, change)));
  return failures;
}

const graders: {
  [Kind in Grader['kind']]: (grader: Grader, change: Workspace) => Promise<Failure[]>;
} = {
  facts: gradeFacts,
  navigation: gradeNavigation,
  redirect: gradeRedirect,
};

const fail = (kind: GraderKind, message: string): Failure => ({ kind, message });

/** Something changed, nothing but what the task is about, and little went. */
async function gradeScope(task: Task, change: Workspace): Promise<Failure[]> {
  const changed = Object.keys(change.overlay());
  if (changed.length === 0) return [fail('scope', 'Nothing was changed.')];
  const isMeant = matchGlobs(task.touches);
  const failures = changed
    .filter((path) => !isMeant(path))
    .map((path) => fail('scope', `${path} was not to be changed.`));
  const [before, now] = [await change.readAll(changed, 'base'), await change.readAll(changed)];
  const lines = (texts: Map<string, string>) => [...texts.values()].flatMap((text) => text.split('\n'));
  const kept = counted(lines(now));
  const gone = lines(before).filter((line) => line.trim() !== '' && !takeOne(kept, line));
  if (gone.length > (task.removes ?? 12)) failures.push(fail('scope', `${gone.length} lines are gone.`));
  return failures;
}

function counted(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function takeOne(counts: Map<string, number>, line: string): boolean {
  const left = counts.get(line) ?? 0;
  counts.set(line, left - 1);
  return left > 0;
}

/** Pages compile, links and anchors lead somewhere, the navigation is whole, and nothing was added that runs. */
async function gradeChecks(change: Workspace): Promise<Failure[]> {
  const pages = Object.keys(change.overlay());
  const findings = [
    ...(await checkChanges(change)),
    ...(await checkCode(change, { names: [], hosts: new Set() }, pages)),
    ...(await checkPaths(change, change)),
  ];
  return findings.filter(isError).map((finding) => fail('checks', describeFinding(finding)));
}

async function gradeFacts(grader: Grader, change: Workspace): Promise<Failure[]> {
  const { in: glob, under, has = [], lacks = [] } = grader as Extract<Grader, { kind: 'facts' }>;
  const texts = await change.readAll(change.listAll().filter(matchGlobs([glob])));
  const parts = [...texts.values()].flatMap((text) =>
    under === undefined ? [plain(text)] : sectionsUnder(text, under).map(plain),
  );
  const holds = (part: string, fact: Fact) => [fact].flat().some((words) => part.includes(plain(words)));
  const missing = parts
    .map((part) => has.filter((fact) => !holds(part, fact)))
    .sort((a, b) => a.length - b.length)[0];
  const where = under === undefined ? glob : `${glob}, under "${under}"`;
  if (missing === undefined) return [fail('facts', `There is no such place: ${where}.`)];
  return [
    ...missing.map((fact) => fail('facts', `${where} does not say: ${[fact].flat().join(' / ')}`)),
    ...lacks
      .filter((words) => parts.some((part) => part.includes(plain(words))))
      .map((words) => fail('facts', `${where} still says: ${words}`)),
  ];
}

async function gradeNavigation(given: Grader, change: Workspace): Promise<Failure[]> {
  const grader = given as Extract<Grader, { kind: 'navigation' }>;
  const places = (await readNavigations(change, 'now')).flatMap(({ file, entries }) =>
    entries.map(({ target, named, groups }) => ({
      page: named?.page ?? target,
      place: JSON.stringify([file, groups]),
    })),
  );
  const placesOf = (page: string) => places.filter((one) => one.page === page).map(({ place }) => place);
  if ('gone' in grader)
    return placesOf(grader.gone).length === 0
      ? []
      : [fail('navigation', `The navigation still shows ${grader.gone}.`)];
  const besides = placesOf(grader.beside);
  return placesOf(grader.page).some((place) => besides.includes(place))
    ? []
    : [fail('navigation', `${grader.page} is not in the group of ${grader.beside}.`)];
}

async function gradeRedirect(given: Grader, change: Workspace): Promise<Failure[]> {
  const { from, to } = given as Extract<Grader, { kind: 'redirect' }>;
  const site = await readSite(change, 'now');
  const bare = (path: string) => path.replace(/#.*$|\/$|(?:\/?index)?\.html$/g, '').replace(/^\/|\/$/g, '');
  const leads = site.redirects.some(
    (one) => bare(one.from) === bare(from) && bare(one.to) === bare(site.address(to)),
  );
  return leads ? [] : [fail('redirect', `Nothing leads from ${from} to ${to}.`)];
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[`*_\\]/g, '')
    .replace(/\s+/g, ' ');

const markdownHeading = /^(#{1,6}|={1,6})[ \t]+(.+)$/;
const underline = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|"{3,})\s*$/;

/** The text from each heading that holds `name` to the next one of its depth or above, in whatever markup. */
function sectionsUnder(text: string, name: string): string[] {
  const lines = text.split('\n');
  const headings = lines.flatMap((line, at) => {
    const [, marks, title] = markdownHeading.exec(line) ?? [];
    if (title !== undefined) return [{ at, title, depth: marks!.length }];
    const isTitle = line.trim() !== '' && underline.test(lines[at + 1] ?? '');
    return isTitle ? [{ at, title: line, depth: '=-~^"'.indexOf(lines[at + 1]![0]!) + 1 }] : [];
  });
  return headings.flatMap(({ at, title, depth }, nth) => {
    if (!plain(title).includes(plain(name))) return [];
    const next = headings.slice(nth + 1).find((other) => other.depth <= depth);
    return [lines.slice(at, next?.at).join('\n')];
  });
}
