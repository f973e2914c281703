import { needed, similarity, commonOf, type Group } from './similarity.ts';

type Nearest = { group: Group | null; similarity: number };

/**
 * Clustering by average linkage: repeatedly merges the two nearest groups while they are alike. Only groups that are
 * new or have grown are compared with all others: pairs of old groups were compared before.
 * @param known is changed: groups that absorbed others have grown
 * @param fresh new groups
 * @returns which group was merged into which, in order
 */
export function groupQuestions(
  known: readonly Group[],
  fresh: readonly Group[],
): { from: Group; into: Group }[] {
  const groups = new Set([...known, ...fresh]);
  const common = commonOf(groups, fresh[0]?.sum.length ?? 0);
  const nearest = new Map<Group, Nearest>(fresh.map((group) => [group, nearestOf(group, groups, common)]));
  const merged: { from: Group; into: Group }[] = [];
  for (;;) {
    const [a, { group: b }] = best(nearest, groups.size);
    if (a === null || b === null) return merged;
    const [into, from] = comesFirst(a, b) ? [a, b] : [b, a];
    into.sum = into.sum.map((part, at) => part + from.sum[at]!);
    into.count += from.count;
    groups.delete(from);
    nearest.delete(from);
    merged.push({ from, into });
    nearest.set(into, nearestOf(into, groups, common));
    for (const [group, found] of nearest) {
      if (group === into) continue;
      const now = mayJoin(group, into, common);
      if (found.group === from || found.group === into) nearest.set(group, nearestOf(group, groups, common));
      else if (now > found.similarity) nearest.set(group, { group: into, similarity: now });
    }
  }
}

/** The most alike of those that are alike enough. */
function best(nearest: ReadonlyMap<Group, Nearest>, groups: number): [Group | null, Nearest] {
  let most: [Group | null, Nearest] = [null, { group: null, similarity: -Infinity }];
  for (const [group, found] of nearest) {
    if (found.group === null || found.similarity <= most[1].similarity) continue;
    if (found.similarity >= needed(group, found.group, groups)) most = [group, found];
  }
  return most;
}

function nearestOf(group: Group, groups: ReadonlySet<Group>, common: Float32Array): Nearest {
  let found: Nearest = { group: null, similarity: -Infinity };
  for (const other of groups) {
    if (other === group) continue;
    const now = mayJoin(group, other, common);
    if (now > found.similarity) found = { group: other, similarity: now };
  }
  return found;
}

/** How alike two groups are; two that people edited are never merged. */
function mayJoin(a: Group, b: Group, common: Float32Array): number {
  return a.byHand && b.byHand ? -Infinity : similarity(a, b, common);
}

/** Which of two groups stays: the one that people edited, else the larger one. */
function comesFirst(a: Group, b: Group): boolean {
  return a.byHand === b.byHand ? a.count >= b.count : a.byHand;
}
