import { expectedTokens, toCalls } from '../retrieval/expansion/expansion-prompt.ts';
import type { CallUsage, Expander, Expansion } from '../retrieval/expansion/expander.ts';
import { type ExpandableSection, readExpandable } from '../retrieval/expansion/read-sections.ts';
import { listExpansions, sumExpansionCost } from '../store/expansions.ts';
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
  /** The estimated tokens for them. */
  expected: CallUsage;
  /** The estimate in millionths of a US dollar; null without a model of known price. */
  costMicros: number | null;
  /** Spent in this month (UTC). */
  spentMicros: number;
  /** Null: expansion is switched off. */
  maxMicros: number | null;
};

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
  const sections = readExpandable(file);
  const known = await listExpansions(store, ownerOf(project));
  const missing = [...new Map(sections.map((section) => [section.hash, section])).values()].filter(
    ({ hash }) => !known.has(hash),
  );
  const outlines = outlinesOf(sections);
  const expected = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  for (const call of toCalls(missing)) {
    const { usual } = expectedTokens(call, outlines.get(call[0]!.pageId)!);
    expected.inputTokens += usual.inputTokens;
    expected.outputTokens += usual.outputTokens;
  }
  const max = project.settings.expansion?.maxDollars;
  return {
    sections,
    known,
    missing,
    expected,
    costMicros: expander === null ? null : expander.costOf(expected),
    spentMicros: await sumExpansionCost(store, ownerOf(project), monthStart(await store.now())),
    maxMicros: max === undefined ? null : Math.round(max * 1_000_000),
  };
}

/** Previews share their project's expansions. */
export function ownerOf({ id, preview }: Project): string {
  return preview?.of ?? id;
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
