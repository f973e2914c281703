import type { ContentWarning } from '../content/page.ts';
import type { ReadFault } from './record-faults.ts';
import type { Journal } from './journal.ts';
import type { DocsRead } from './read-changes.ts';

/** Logs what the sources contain and how much of it must be parsed. */
export function logRead(journal: Journal, { docs, plan }: DocsRead): void {
  const { commit, parts } = docs;
  for (const { docs: part, name, files } of parts) {
    const how = { plain: 'read as plain docs', kept: 'as they were' }[part.framework] ?? `read as ${part.framework}`; // prettier-ignore
    journal.log(`${name}${part.name}: ${files.length} files, ${how}.`);
  }
  if (commit !== null) journal.log(`Commit ${commit.sha.slice(0, 10)} of ${commit.ref}: ${commit.message}`);
  const kept = new Set(plan.keep.map(({ file }) => file)).size;
  journal.log(`${plan.parse.length} files to parse, ${kept} as they were, ${plan.gone} gone.`);
}

/** A line for each warning; pages that fell back come first. */
export function logWarnings(journal: Journal, warnings: ContentWarning[]): void {
  const [fellBack, others] = [warnings.filter(isFallback), warnings.filter((one) => !isFallback(one))];
  for (const { file, message } of [...fellBack, ...others]) journal.log(`${file}: ${message}`);
}

/** What the summary of a deployment says of sources that could not be read. */
export function describeFaults({ length }: ReadFault[]): string {
  if (length === 0) return '';
  return ` ${length === 1 ? '1 source' : `${length} sources`} could not be read, and what was known of it stays; the log says why.`;
}

export function isFallback({ fellBack }: ContentWarning): boolean {
  return fellBack === true;
}
