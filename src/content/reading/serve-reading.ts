import { DocentError } from '../../errors.ts';
import type { Ask } from '../../lib/sandbox/serve-sandbox.ts';
import type { FileMatch } from '../built/build-map.ts';
import { carriedAbove } from '../open-above.ts';
import { configNames } from '../frameworks/claims.ts';
import { createConfigReader } from '../config/read-config.ts';
import { createLineFinder } from '../find-lines.ts';
import { openSite } from '../open-site.ts';
import type { ContentWarning, LinkedPage } from '../page.ts';
import { parseSources, seal } from '../parse-sealed.ts';
import type { Task } from '../worker-tasks.ts';
import {
  type Docs,
  type DocsFile,
  filesAtOnce,
  listDocs,
  newRoom,
  type ReadTools,
  takeSources,
} from '../read-docs.ts';
import { splitGuidance } from '../read-guidance.ts';
import type { RunTask } from '../run-in-worker.ts';
import type { Above, FileText, FileTree } from '../sources/file-tree.ts';
import { readersIn } from '../sources/folder.ts';
import type {
  Asked,
  Findings,
  ListedFile,
  Listing,
  ModuleTask,
  Outcome,
  Question,
  ReadingTask,
  SentTree,
  SiteRules,
  StepResult,
  Targets,
} from './reading-tasks.ts';
import { maxOfAKind, maxText } from '../finding.ts';
import { checkLinks, noLinks, siteOf } from '../link-closure.ts';

/** How a step reaches the process that gave it, and runs another task in this one. */
type Reach = { ask: Ask; run: (task: Task) => Promise<unknown> };

type Step = { task: ReadingTask; finisher?: string | undefined };

/** What was listed, by the place of its source, each with its files by name. */
const listed = new Map<number, { docs: Docs; files: Map<string, DocsFile> }>();

let room = newRoom();

/** Takes one step in reading sources. */
export async function takeStep(step: Step, reach: Reach): Promise<Outcome> {
  try {
    return { value: await resultOf(step, reach) };
  } catch (thrown) {
    const { message, stack = '', code: system = null } = thrown as NodeJS.ErrnoException;
    if (thrown instanceof RangeError)
      return { failure: { code: 'invalid_request', system, message: tooDeep, stack } };
    return { failure: { code: thrown instanceof DocentError ? thrown.code : null, system, message, stack } };
  }
}

const tooDeep =
  'Something in these docs is nested too deep, or too large, to be read. Leave it out, or name a smaller folder.';

async function resultOf({ task, finisher }: Step, reach: Reach): Promise<StepResult<ReadingTask>> {
  const ask = (question: Question): Promise<unknown> => reach.ask(question);
  switch (task.step) {
    case 'list':
      return list(task, reach);
    case 'parse':
      return parseSources(await Array.fromAsync(sourcesOf(task)), finisher);
    case 'seal':
      return Array.fromAsync(sourcesOf(task), seal);
    case 'links': {
      const targets = await Array.fromAsync(allOf(ask, 'targets'));
      return examineLinks(listed.get(task.nth)!.docs, targets, allOf(ask, 'pages'));
    }
    case 'lines':
      return findLines(listed.get(task.nth)!.docs, task.found);
    case 'site':
      return readRules(task, reach);
    case 'above':
      return carriedAbove(openTree(task.tree, ask), toolsOf(task, reach).run);
    case 'match':
      return matchBuild(task, reach);
    case 'forget':
      listed.clear();
      room = newRoom();
      return null;
  }
}

/** The tree of a task, of which what is on no disk here is asked for. */
function openTree(
  { root, versions, hasAbove, ...rest }: SentTree,
  ask: (question: Question) => Promise<unknown>,
): FileTree {
  if (root !== undefined)
    return { ...rest, root, ...readersIn(root, rest.files, hasAbove ? configNames : undefined) };
  const versionOf = new Map(rest.files.map((file, nth) => [file, versions?.[nth] ?? null]));
  return {
    ...rest,
    read: async (file) => (await ask({ read: file })) as FileText,
    ...(versions !== null && { versionOf: async (file: string) => versionOf.get(file) ?? null }),
    ...(hasAbove && {
      above: async () => {
        const above = (await ask({ above: true })) as Omit<Above, 'read'> | null;
        return (
          above && { ...above, read: async (file: string) => (await ask({ readAbove: file })) as FileText }
        );
      },
    }),
  };
}

/**
 * A careful reading follows one that took too much: what has a parser of its own runs in a process of its own, so that no more
 * than that is lost, and it tells of each file, so that the worst can be named.
 */
function toolsOf({ isCareful }: { isCareful: boolean }, { ask, run }: Reach): ReadTools {
  const apart = (task: ModuleTask, cpuLimit: number): Promise<unknown> =>
    ask({ task, cpuLimit } satisfies Question);
  const here = (task: Task): Promise<unknown> => run(task).catch(() => ({ excess: 'time' }));
  return {
    run: (isCareful ? apart : here) as RunTask,
    filesAtOnce: isCareful ? 1 : filesAtOnce,
    room,
    onFile: isCareful ? (file) => void ask({ at: file } satisfies Question) : undefined,
  };
}

/** Files of one message, and characters of all that is listed of one source. */
const filesAtATime = 1_000;
const maxListed = 100_000_000;

async function list(task: ReadingTask & { step: 'list' }, reach: Reach): Promise<Listing> {
  const { nth, options, known } = task;
  const { docs: tree, guidance } = await splitGuidance(openTree(task.tree, reach.ask));
  const docs = await listDocs(tree, options, known, toolsOf(task, reach));
  listed.set(nth, { docs, files: new Map(docs.files.map((one) => [one.file, one])) });
  let left = maxListed;
  for (let at = 0; at < docs.files.length; at += filesAtATime) {
    const files = docs.files.slice(at, at + filesAtATime).map((one) => describe(one, docs));
    for (const { file, path } of files) left -= file.length + path.length;
    if (left < 0)
      throw new DocentError(
        'invalid_request',
        'The paths of all pages of these docs are too long in all. Name a smaller folder.',
      );
    await reach.ask({ listed: files } satisfies Question);
  }
  const { framework, product, warnings } = docs;
  return {
    framework,
    warnings: withinBounds(warnings),
    guidance: { ...guidance, ...(product !== null && { product }) },
    known,
  };
}

function describe({ file, hash, page }: DocsFile, { sources }: Docs): ListedFile {
  const characters = sources.get(file)?.text.length ?? 0;
  return { file, hash, path: page.path, hidden: page.hidden, characters };
}

async function matchBuild(task: ReadingTask & { step: 'match' }, reach: Reach): Promise<FileMatch[]> {
  const { build } = task;
  const tree = openTree(task.tree, reach.ask);
  const { built } = await listDocs(tree, { built: build }, undefined, toolsOf(task, reach));
  const nth = new Map(build.pages.map((page, at) => [page, at]));
  return [...built!.pages].map(([file, { page, by }]) => [file, nth.get(page)!, by]);
}

/** Warnings of listing, and characters of one. */
const maxWarnings = 1_000;
const maxLength = 1_000;

function withinBounds(warnings: ContentWarning[]): ContentWarning[] {
  const cut = warnings
    .slice(0, maxWarnings)
    .map((one) => ({ ...one, file: one.file.slice(0, maxLength), message: one.message.slice(0, maxLength) }));
  const more = warnings.length - cut.length;
  return more === 0 ? cut : [...cut, { file: '', message: `There are ${more} more warnings of this kind.` }];
}

function sourcesOf({ nth, files: names }: { nth: number; files: string[] }) {
  const { docs, files } = listed.get(nth)!;
  // A file may be gone since, when it was listed once more.
  return takeSources(
    docs,
    names.flatMap((name) => files.get(name) ?? []),
  );
}

async function* allOf<Of extends keyof Asked>(
  ask: (question: Question) => Promise<unknown>,
  more: Of,
): AsyncGenerator<Asked[Of][number]> {
  for (;;) {
    const some = (await ask({ more })) as Asked[Of];
    if (some.length === 0) return;
    yield* some;
  }
}

/** The line of each text in its file. */
async function findLines(
  { tree }: Docs,
  found: { file: string; text: string }[],
): Promise<(number | null)[]> {
  const lines: (number | null)[] = [];
  for (const [file, ofFile] of Map.groupBy(found.entries(), ([, one]) => one.file)) {
    const findLine = createLineFinder((await tree.read(file)).text ?? '');
    for (const [nth, { text }] of ofFile) lines[nth] = findLine(text.split('\n')[0]!.trim());
  }
  return lines;
}

/** Characters of a page's beginning that may name old addresses. */
const maxHead = 64 * 1024;

async function readRules(task: ReadingTask & { step: 'site' }, reach: Reach): Promise<SiteRules> {
  const { options, aliased } = task;
  const tree = openTree(task.tree, reach.ask);
  const { run } = toolsOf(task, reach);
  const { framework, isConfigHere, site } = await openSite(tree, createConfigReader(tree, run), options, run);
  const { pages, sourceRoots, assemble, addresses, redirects, generated } = site;
  const { fallbackPrefixes, fallbackFolder } = site;
  const facts = new Map<string, object>();
  if (assemble !== undefined)
    for (const page of pages) {
      const head = (await tree.read(page.file)).text?.slice(0, maxHead) ?? '';
      if (!aliased.test(head)) continue;
      // Antora aliases name components, which only the whole site knows.
      facts.set(page.file, (await assemble(page, head, () => {})).facts ?? {});
    }
  const ofLinks = { addresses, redirects, generated, fallbackPrefixes, fallbackFolder };
  return { framework, isConfigHere, pages, sourceRoots, facts, ...ofLinks };
}

/** Finds the links of all pages that lead nowhere. */
async function examineLinks(
  docs: Docs,
  targets: Targets[],
  pages: AsyncIterable<LinkedPage>,
): Promise<Findings> {
  // Pages excluded from the index have no sections, but links to them are valid.
  const hidden = docs.files.filter(({ page }) => page.hidden).map(({ page }) => page.path);
  const site = siteOf({ ...docs, generated: [...docs.generated, ...hidden] }, targets);
  const findings: Findings = { unlisted: { link: 0, anchor: 0 }, found: [] };
  const counts = { link: 0, anchor: 0 };
  for await (const page of pages) {
    const closure = noLinks();
    checkLinks(site, page, closure);
    for (const { part, target, why } of closure.broken) {
      if (why !== 'stale') continue;
      const kind = part === 'path' ? 'link' : 'anchor';
      if (++counts[kind] > maxOfAKind) findings.unlisted[kind]++;
      else findings.found.push({ kind, file: page.file, text: target.slice(0, maxText) });
    }
  }
  return findings;
}
