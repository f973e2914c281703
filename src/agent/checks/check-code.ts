import type { AllowedCode } from '../allowed-code.ts';
import { isDataFile } from '../docs-path.ts';
import type { Workspace } from '../workspace.ts';
import { orNull } from './checker.ts';
import { type Finding, finding } from './finding.ts';
import { isFrameworkModule, knownComponents } from '../../content/frameworks/known-components.ts';
import type { CodeItem } from './code-item.ts';
import { fileOf, type Site } from './checked-site.ts';
import { movedPages } from './moved-pages.ts';
import { readSite } from './read-site.ts';
import { siteBuild } from './site-build.ts';
import { isDocsFile } from '../../content/site/endings.ts';

/** How many pages of the base are searched for the same code: those with most of its words, the nearest first. */
const maxCandidates = 20;
/** How many of its words, the longest, are looked for. */
const maxWords = 10;

/**
 * The code in `files` that no page of the base has. A site's build runs the code of its pages, and text that a model
 * reads can make it write any code; so new code is an `error`, or a `review` where the project allows it or where it is
 * only a link.
 */
export async function checkCode(
  workspace: Workspace,
  allowed: AllowedCode,
  files: readonly string[],
): Promise<Finding[]> {
  const found = await newCode(workspace, files);
  return found.map((code) => (isAllowed(code, allowed) ? shownFinding(code) : refusedFinding(code)));
}

/**
 * The same for a whole pull request: code of the last round is judged as above; code that earlier rounds or people
 * pushed to the branch is a `review`.
 */
export async function checkCodeOfRounds(
  whole: Workspace,
  round: Workspace,
  allowed: AllowedCode,
): Promise<Finding[]> {
  const found = await newCode(whole, Object.keys(whole.overlay()));
  const ofRound = new Set((await newCode(round, Object.keys(round.overlay()))).map(placeOf));
  return found.map((code) =>
    isAllowed(code, allowed) || !ofRound.has(placeOf(code)) ? shownFinding(code) : refusedFinding(code),
  );
}

/** Code that is new in a file. */
type FoundCode = { file: string; item: CodeItem };

const placeOf = ({ file, item }: FoundCode) => `${file}\n${keyOf(item)}`;

async function newCode(workspace: Workspace, files: readonly string[]): Promise<FoundCode[]> {
  const found: FoundCode[] = [];
  const pages = files.filter((file) => isDocsFile(file) || isDataFile(file));
  const build = await siteBuild(workspace);
  const list = (file: string, text: string) => orNull(workspace.checker.run('code', file, text, build));
  const [now, base] = [await workspace.readAll(pages), await workspace.readAll(pages, 'base')];
  for (const file of pages) {
    const text = now.get(file);
    if (text === undefined || text === base.get(file)) continue;
    const was = base.get(file);
    const known = new Set(was === undefined ? [] : ((await list(file, was)) ?? []).map(keyOf));
    const items = ((await list(file, text)) ?? [unread(file)]).filter((item) => !known.has(keyOf(item)));
    const fresh = new Map(items.map((item) => [keyOf(item), item]));
    for (const item of fresh.values()) {
      if (isHarmless(item, workspace) || (await isInBase(item, file, workspace, list))) continue;
      if (await isRelinked(item, file, workspace, list)) continue;
      found.push({ file, item });
    }
  }
  return found;
}

/** Null for a page that takes too long or too much memory. */
type ListCode = (file: string, text: string) => Promise<CodeItem[] | null>;

/** A page that could not be checked may hold any code. */
const unread = (file: string): CodeItem => ({
  kind: 'text that takes too much to read',
  key: file,
  line: 1,
});

const keyOf = ({ kind, key }: CodeItem) => `${kind}\n${key}`;

function isHarmless({ kind, key }: CodeItem, workspace: Workspace): boolean {
  if (kind === 'component') return knownComponents.has(key.split('.')[0]!);
  if (kind !== 'import') return false;
  const source = key.slice(key.lastIndexOf(' from ') + 6);
  if (key.startsWith('include from ')) return isInRepository(source, workspace);
  return (
    isFrameworkModule(source) ||
    // Mintlify imports from the root.
    (/\.(?:mdx?|png|jpe?g|gif|webp|avif)$/i.test(source) && workspace.has(source.replace(/^\//, '')))
  );
}

/** Generators look for an included file from folders of their own. */
function isInRepository(source: string, workspace: Workspace): boolean {
  if (source.startsWith('..') || source.includes('://')) return false;
  const path = source.replace(/^\//, '');
  return workspace.listAll().some((file) => file === path || file.endsWith(`/${path}`));
}

/** Whether a page of the base had the same code: code that moves to another page is not new. */
async function isInBase(
  item: CodeItem,
  inFile: string,
  workspace: Workspace,
  list: ListCode,
): Promise<boolean> {
  const words = (item.key.match(/[\w./@-]{2,}/g) ?? [item.key])
    .map((word) => word.slice(word.lastIndexOf('/') + 1))
    .sort((a, b) => b.length - a.length)
    .slice(0, maxWords);
  const texts = await workspace.readAll(workspace.list('base').filter(isDocsFile), 'base');
  const changed = workspace.overlay();
  const candidates = [...texts]
    .map(([file, text]) => ({
      file,
      text,
      words: words.filter((word) => text.includes(word)).length,
      // A page that moved here or gave a part away has it, and else those beside.
      nearness: file in changed ? Number.MAX_SAFE_INTEGER : commonFolders(file, inFile),
    }))
    .filter((candidate) => candidate.words > 0)
    .sort((a, b) => b.words - a.words || b.nearness - a.nearness)
    .slice(0, maxCandidates);
  for (const { file, text } of candidates) {
    if ((await list(file, text))?.some((other) => keyOf(other) === keyOf(item))) return true;
  }
  return false;
}

const quotedPath = /(["'`])((?:@site|\.{1,2})?\/[^"'`\n]{1,500})\1/g;

/** Whether the page had the same code, with other paths to the same files and pages: one of them has moved. */
async function isRelinked(
  item: CodeItem,
  file: string,
  workspace: Workspace,
  list: ListCode,
): Promise<boolean> {
  if (item.key.search(quotedPath) < 0) return false;
  const moved = await movedPages(workspace);
  const from = moved.get(file) ?? file;
  const was = (await workspace.readAll([from], 'base')).get(from);
  if (was === undefined) return false;
  const [now, before] = [await readSite(workspace, 'now'), await readSite(workspace, 'base')];
  const placed = (site: Site, place: string, one: CodeItem) =>
    keyOf(one).replace(quotedPath, (whole, _quote, path: string) => {
      const target = fileOf(site.locate(place, path));
      return target === null ? whole : `<${(site === now && moved.get(target)) || target}>`;
    });
  const wanted = placed(now, file, item);
  return ((await list(from, was)) ?? []).some((one) => placed(before, from, one) === wanted);
}

function commonFolders(one: string, other: string): number {
  const [parts, others] = [one.split('/'), other.split('/')];
  const differs = parts.findIndex((part, nth) => part !== others[nth]);
  return differs === -1 ? parts.length : differs;
}

function isAllowed({ item: { kind, key } }: FoundCode, { names, hosts }: AllowedCode): boolean {
  return kind === 'link to another site' || names.includes(kind) || names.includes(key) || hosts.has(key);
}

function shownFinding({ file, item }: FoundCode): Finding {
  return finding('code', 'review', file, inWords(item), item.line);
}

function refusedFinding({ file, item }: FoundCode): Finding {
  const message = `${inWords(item)}. A job may not add what a site's build or a reader's browser would run or fetch. Show it as code in a fence, escaped where the site runs what is in fences; use what these docs use already, or leave it out.`;
  return finding('code', 'error', file, message, item.line);
}

const inWords = ({ kind, key }: CodeItem) =>
  `New ${kind}: ${key.length > 120 ? `${key.slice(0, 120)}…` : key}`;
