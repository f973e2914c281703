import { type DocsHealth, type Finding, maxOfAKind, maxText } from '../content/finding.ts';
import type { ContentWarning, LinkedPage } from '../content/page.ts';
import { findingKinds } from '../lib/finding-kinds.ts';
import type { ExaminedPage, WrittenIndex } from '../retrieval/docs-health.ts';
import type { PlacedDocs } from './placed-docs.ts';
import type { ProjectDocs } from './read-sources.ts';

type Found = Omit<Finding, 'line'>;

type Add = (kind: Finding['kind'], file: string, text: string) => void;

/**
 * The problems of a project's docs, as `docent doctor` reports them, from the facts in an index.
 * @param warnings of this deployment; those of unchanged files are among the facts
 * @returns null when the index lacks facts about unchanged files, and when checking the links would take too long
 */
export async function examineIndex(
  { parts }: ProjectDocs,
  warnings: ContentWarning[],
  index: WrittenIndex,
): Promise<DocsHealth | null> {
  const found = new Map<Finding['kind'], Found[]>();
  const counts: DocsHealth['counts'] = {};
  const add: Add = (kind, file, text) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
    const same = found.get(kind) ?? [];
    found.set(kind, same);
    if (same.length < maxOfAKind) same.push({ kind, file, text: text.slice(0, maxText) });
  };
  const partOf = new Map(parts.flatMap((part) => part.files.map(({ file }) => [file, part] as const)));
  const addTitle = createTitleCheck(add);
  let isKnown = true;
  function* pagesOf(part: PlacedDocs): Generator<LinkedPage> {
    for (const page of index.pages()) {
      const { file, path } = page;
      const owner = partOf.get(file);
      isKnown &&= owner !== undefined && index.facts.has(file);
      if (!isKnown) return;
      if (owner !== part) continue;
      addTitle(page);
      const own = part.prefix === '' ? path : path.slice(part.prefix.length + 1);
      yield { ...page, file: file.slice(part.name.length), path: own };
    }
  }
  for (const part of parts) {
    const links = await part.docs.examine(targetsOf(part, index.facts), pagesOf(part));
    if (links === null || !isKnown) return null;
    for (const { kind, file, text } of links.found) add(kind, part.name + file, text);
    for (const kind of ['link', 'anchor'] as const)
      if (links.unlisted[kind] > 0) counts[kind]! += links.unlisted[kind];
  }
  for (const [file, facts] of index.facts) {
    for (const text of facts.noise) add('syntax', file, text);
    for (const text of facts.lost) add('expression', file, text);
    if (facts.hasWrongScript) add('letters', file, 'The page is not in the script of its language.');
    if (facts.isEmptyOperation) add('operation', file, 'The operation has no description.');
  }
  for (const { file, message, fellBack } of allWarnings(warnings, index))
    add(fellBack ? 'fallback' : 'warning', file, message);
  const listed = findingKinds.flatMap((kind) => found.get(kind) ?? []);
  return { counts, findings: await withLines(listed, partOf, index) };
}

function* targetsOf({ name, files }: PlacedDocs, facts: WrittenIndex['facts']) {
  for (const { file } of files)
    yield { file: file.slice(name.length), targets: facts.get(file)?.targets ?? [] };
}

/** Adds a finding for each duplicate title. */
function createTitleCheck(add: Add): (page: ExaminedPage) => void {
  const firstOfTitle = new Map<string, string>();
  return ({ title, version, language, file }) => {
    const key = JSON.stringify([title, version, language]);
    const first = firstOfTitle.get(key);
    if (first === undefined) firstOfTitle.set(key, file);
    else if (first !== file) add('title', file, `“${title}” is the title of ${first}, too.`);
  };
}

function allWarnings(warnings: ContentWarning[], { facts }: WrittenIndex): ContentWarning[] {
  const kept = [...facts].flatMap(([file, one]) => one.warnings.map((warning) => ({ ...warning, file })));
  const byText = new Map([...warnings, ...kept].map((one) => [`${one.file}\0${one.message}`, one]));
  return [...byText.values()];
}

/** Finds the line of each finding in its file. Unchanged files are not read again. */
async function withLines(
  found: Found[],
  partOf: Map<string, PlacedDocs>,
  { facts, before }: WrittenIndex,
): Promise<Finding[]> {
  const lines = new Map<Found, number | null>();
  const unknown: Found[] = [];
  for (const [file, ofFile] of Map.groupBy(found, (one) => one.file)) {
    const known = facts.has(file) ? before.get(file) : undefined;
    if (known === undefined || !areSame(ofFile, known)) unknown.push(...ofFile);
    else for (const [i, one] of ofFile.entries()) lines.set(one, known[i]!.line);
  }
  for (const [part, ofPart] of Map.groupBy(unknown, ({ file }) => partOf.get(file))) {
    const texts = ofPart.map(({ file, text }) => ({ file: file.slice(part?.name.length), text }));
    const placed = (await part?.docs.findLines(texts)) ?? [];
    for (const [i, one] of ofPart.entries()) lines.set(one, namedLine(one) ?? placed[i] ?? null);
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
