import { setImmediate } from 'node:timers/promises';
import { expectedTokens, toCalls } from '../retrieval/expansion/expansion-prompt.ts';
import type { CallUsage, Expander, Expansion } from '../retrieval/expansion/expander.ts';
import { type ExpandableSection, readExpandable } from '../retrieval/expansion/read-sections.ts';
import { sumExpansionCost } from '../store/expansion-calls.ts';
import { listExpansions } from '../store/expansions.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';

/** What is left to expand in a project's index. */
export type ExpansionPlan = {
  /** Sections of the live index. */
  sections: ExpandableSection[];
  /** Known expansions, by hash. */
  known: Map<string, Expansion>;
  /** Sections without an expansion, one per text. */
  missing: ExpandableSection[];
  /** The estimate in millionths of a US dollar; null without a model of known price. */
  costMicros: number | null;
};

/** What a project may spend on expansion per month (UTC), in millionths of a US dollar. */
type ExpansionBudget = {
  /** The begin of this month. */
  since: number;
  spentMicros: number;
  /** Null: expansion is switched off. */
  maxMicros: number | null;
};

/** Calls that are estimated between two turns of the event loop. */
const callsPerTurn = 20;

/**
 * @param file the project's live index
 * @throws {IndexFileError} when it cannot be used
 */
export async function planExpansion(
  store: Store,
  file: string,
  expander: Expander | null,
  project: Project,
): Promise<ExpansionPlan> {
  const sections = await readExpandable(file);
  const known = await listExpansions(store, ownerOf(project));
  const missing = missingOf(sections, known);
  const costMicros = expander === null ? null : expander.costOf(await estimate(sections, missing));
  return { sections, known, missing, costMicros };
}

/** The project's budget as it is now: the least of what the project and the server allow. */
export async function readBudget(
  store: Store,
  expander: Expander | null,
  project: Project,
): Promise<ExpansionBudget> {
  const since = monthStart(await store.now());
  const spentMicros = await sumExpansionCost(store, ownerOf(project), since);
  const max = project.settings.expansion?.maxDollars;
  const maxCost = Math.min(max ?? 0, expander?.maxDollars ?? Infinity);
  return { since, spentMicros, maxMicros: max === undefined ? null : Math.round(maxCost * 1_000_000) };
}

/** Previews share their project's expansions and budget. */
export function ownerOf({ id, preview }: Project): string {
  return preview?.of ?? id;
}

/** The sections without an expansion, one per text. */
export function missingOf(
  sections: readonly ExpandableSection[],
  known: { has(hash: string): boolean },
): ExpandableSection[] {
  const texts = new Map(sections.map((section) => [section.hash, section]));
  return [...texts.values()].filter(({ hash }) => !known.has(hash));
}

/** The tokens that expanding the missing ones usually takes. */
export async function estimate(
  sections: readonly ExpandableSection[],
  missing: readonly ExpandableSection[],
): Promise<CallUsage> {
  const outlines = outlinesOf(sections);
  const expected = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  for (const [i, call] of toCalls(missing).entries()) {
    const { usual } = expectedTokens(call, outlines.get(call[0]!.pageId)!);
    expected.inputTokens += usual.inputTokens;
    expected.outputTokens += usual.outputTokens;
    if (i % callsPerTurn === 0) await setImmediate();
  }
  return expected;
}

/** The headings of each page, by page id. */
export function outlinesOf(sections: readonly ExpandableSection[]): Map<number, string[]> {
  const outlines = new Map<number, string[]>();
  for (const { pageId, headings } of sections) {
    const outline = outlines.get(pageId) ?? [];
    outlines.set(pageId, outline);
    const heading = headings.at(-1) ?? '';
    if (outline.at(-1) !== heading) outline.push(heading);
  }
  return outlines;
}

function monthStart(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
