import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { CallUsage } from '../retrieval/expansion/expander.ts';
import { readExpandable } from '../retrieval/expansion/read-sections.ts';
import { listExpandedHashes } from '../store/expansions.ts';
import type { Store } from '../store/store.ts';
import { estimate, missingOf } from './expansion-plan.ts';

/** Counts of an index's texts (equal ones count once), and the tokens that the missing ones usually take. */
type ExpansionMeasure = { texts: number; expanded: number; missing: number; expected: CallUsage };

type Measured = { state: string; measure: Promise<ExpansionMeasure> };

/** The last measure of each index file: reading a large one takes seconds. */
const measured = new Map<string, Measured>();
const maxMeasured = 100;

/**
 * How far an index file is expanded. Read again only when the file has another revision or the expansions changed.
 * @param ownerId the project that the expansions belong to
 * @throws {IndexFileError} when it cannot be used
 */
export async function measureExpansion(
  store: Store,
  file: string,
  ownerId: string,
): Promise<ExpansionMeasure> {
  const hashes = await listExpandedHashes(store, ownerId);
  const revision = await stat(file).catch(() => null);
  const all = [revision?.ino, revision?.mtimeMs, revision?.size, ...hashes].join();
  const state = createHash('sha256').update(all).digest('hex');
  const last = measured.get(file);
  if (last?.state === state) return last.measure;
  const next: Measured = { state, measure: measure(file, new Set(hashes)) };
  measured.delete(file);
  measured.set(file, next);
  if (measured.size > maxMeasured) measured.delete(measured.keys().next().value!);
  next.measure.catch(() => measured.get(file) === next && measured.delete(file));
  return next.measure;
}

async function measure(file: string, known: ReadonlySet<string>): Promise<ExpansionMeasure> {
  const sections = await readExpandable(file);
  const texts = new Set(sections.map(({ hash }) => hash)).size;
  const missing = missingOf(sections, known);
  const expected = await estimate(sections, missing);
  return { texts, expanded: texts - missing.length, missing: missing.length, expected };
}
