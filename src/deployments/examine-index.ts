import type { ContentWarning } from '../content/page.ts';
import type { DocsHealth, Finding } from '../content/finding.ts';
import { createLineFinder } from '../content/find-lines.ts';
import { createLinkCheck, noLinks } from '../content/link-closure.ts';
import { findingKinds } from '../lib/finding-kinds.ts';
import type { WrittenIndex } from '../retrieval/docs-health.ts';
import type { PlacedDocs, ProjectDocs } from './read-sources.ts';

/** Findings listed per kind, and characters of each; all are counted. */
const maxOfAKind = 500;
const maxText = 300;

type Found = Omit<Finding, 'line'>;

/**
 * The problems of a project's docs, as `docent doctor` reports them, from the facts in an index.
 * @param warnings of this deployment; those of unchanged files are among the facts
 * @returns null when the index lacks facts about files that were taken over
 */
export async function examineIndex(
  { parts }: ProjectDocs,
  warnings: ContentWarning[],
  index: WrittenIndex,
): Promise<DocsHealth | null> {
  const found = new Map<Finding['kind'], Found[]>();
  const counts: DocsHealth['counts'] = {};
  const add = (kind: Finding['kind'], file: string, text: string): void => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const same = found.get(kind) ?? [];
    found.set(kind, same);
    if (same.length < maxOfAKind) same.push({ kind, file, text: text.slice(0, maxText) });
  };
  const isKnown = await findLinks(parts, index, add);
  if (!isKnown) return null;
  for (const [file, facts] of index.facts) {
    for (const text of facts.noise) add('syntax', file, text);
    for (const text of facts.lost) add('expression', file, text);
    if (facts.hasWrongScript) add('letters', file, 'The page is not in the script of its language.');
    if (facts.isEmptyOperation) add('operation', file, 'The operation has no description.');
  }
  for (const { file, message, fellBack } of allWarnings(warnings, index))
    add(fellBack ? 'fallback' : 'warning', file, message);
  const listed = findingKinds.flatMap((kind) => found.get(kind) ?? []);
  return { counts, findings: await withLines(listed, parts, index) };
}

/** Broken links, and titles that several pages have. @returns false when a page's file is unknown */
async function findLinks(
  parts: PlacedDocs[],
  { facts, pages, pause }: WrittenIndex,
  add: (kind: Finding['kind'], file: string, text: string) => void,
): Promise<boolean> {
  const checks = parts.map((part) => ({ part, follow: checkOf(part, facts) }));
  const checkOfFile = new Map(
    checks.flatMap((check) => check.part.files.map(({ file }) => [file, check] as const)),
  );
  const firstOfTitle = new Map<string, string>();
  for (const { title, version, ...page } of pages()) {
    const check = checkOfFile.get(page.file);
    if (check === undefined || !facts.has(page.file)) return false;
    const { name, prefix } = check.part;
    const closure = noLinks();
    const path = prefix === '' ? page.path : page.path.slice(prefix.length + 1);
    check.follow({ ...page, file: page.file.slice(name.length), path }, closure);
    for (const { part, target } of closure.broken.filter(({ why }) => why === 'stale'))
      add(part === 'path' ? 'link' : 'anchor', page.file, target);
    const key = JSON.stringify([title, version, page.language]);
    const first = firstOfTitle.get(key);
    if (first === undefined) firstOfTitle.set(key, page.file);
    else if (first !== page.file) add('title', page.file, `“${title}” is the title of ${first}, too.`);
    await pause();
  }
  return true;
}

function checkOf({ docs, name, files }: PlacedDocs, facts: WrittenIndex['facts']) {
  const linked = files.map(({ file }) => ({
    file: file.slice(name.length),
    targets: facts.get(file)?.targets ?? [],
  }));
  // Pages excluded from the index have no sections, but links to them are valid.
  const hidden = docs.files.filter(({ page }) => page.hidden).map(({ page }) => page.path);
  return createLinkCheck({ ...docs, generated: [...docs.generated, ...hidden] }, linked);
}

function allWarnings(warnings: ContentWarning[], { facts }: WrittenIndex): ContentWarning[] {
  const kept = [...facts].flatMap(([file, one]) => one.warnings.map((warning) => ({ ...warning, file })));
  const byText = new Map([...warnings, ...kept].map((one) => [`${one.file}\0${one.message}`, one]));
  return [...byText.values()];
}

/** Finds the line of each finding in its file. Files that stayed as they are are not read again. */
async function withLines(
  found: Found[],
  parts: PlacedDocs[],
  { facts, before, pause }: WrittenIndex,
): Promise<Finding[]> {
  const partOf = new Map(parts.flatMap((part) => part.files.map(({ file }) => [file, part] as const)));
  const lines = new Map<Found, number | null>();
  for (const [file, ofFile] of Map.groupBy(found, (one) => one.file)) {
    const known = facts.has(file) ? before.get(file) : undefined;
    if (known !== undefined && areSame(ofFile, known)) {
      for (const [i, one] of ofFile.entries()) lines.set(one, known[i]!.line);
      continue;
    }
    const part = partOf.get(file);
    const source = await part?.docs.tree.read(file.slice(part.name.length)).catch(() => undefined);
    const findLine = createLineFinder(source?.text ?? '');
    for (const one of ofFile) {
      lines.set(one, namedLine(one) ?? findLine(one.text.split('\n')[0]!.trim()));
      await pause();
    }
  }
  return found.map((one) => ({ ...one, line: lines.get(one) ?? null }));
}

function areSame(found: Found[], before: Found[]): boolean {
  return (
    found.length === before.length &&
    found.every(({ kind, text }, i) => kind === before[i]!.kind && text === before[i]!.text)
  );
}

/** The line that a parser's message names. */
function namedLine({ kind, text }: Found): number | null {
  if (kind !== 'fallback' && kind !== 'warning') return null;
  const line = /\bline (\d{1,9})\b/.exec(text)?.[1];
  return line === undefined ? null : Number(line);
}
