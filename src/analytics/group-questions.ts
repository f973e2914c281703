import { product } from './question-vectors.ts';

/** Questions that are one topic, or a topic with questions. */
export type Group = {
  id: string;
  /** The sum of the questions' vectors, and how many they are. */
  sum: Float32Array;
  count: number;
  /** A person changed it: it takes in others and is never taken in. */
  byHand: boolean;
};

type Nearest = { group: Group | null; alike: number };

/**
 * Average-linkage clustering (Sokal and Michener 1958): again and again the two nearest groups become one, as long as
 * their questions are alike on average. Only groups that are new, or became larger, are compared with all: two that
 * were both there before have been compared.
 * @param known is changed: those that took in others have grown
 * @param fresh new groups
 * @returns which groups became part of which, in this order
 */
export function groupQuestions(
  known: readonly Group[],
  fresh: readonly Group[],
  alike: number,
): { from: Group; into: Group }[] {
  const groups = new Set([...known, ...fresh]);
  const nearest = new Map<Group, Nearest>(fresh.map((group) => [group, nearestOf(group, groups)]));
  const merged: { from: Group; into: Group }[] = [];
  for (;;) {
    const [a, { group: b }] = best(nearest);
    if (a === null || b === null || alikeness(a, b) < alike) return merged;
    const [into, from] = comesFirst(a, b) ? [a, b] : [b, a];
    into.sum = into.sum.map((part, at) => part + from.sum[at]!);
    into.count += from.count;
    groups.delete(from);
    nearest.delete(from);
    merged.push({ from, into });
    nearest.set(into, nearestOf(into, groups));
    for (const [group, found] of nearest) {
      if (group === into) continue;
      if (found.group === from || found.group === into) nearest.set(group, nearestOf(group, groups));
      else if (alikeness(group, into) > found.alike)
        nearest.set(group, { group: into, alike: alikeness(group, into) });
    }
  }
}

function best(nearest: ReadonlyMap<Group, Nearest>): [Group | null, Nearest] {
  let most: [Group | null, Nearest] = [null, { group: null, alike: -Infinity }];
  for (const entry of nearest) if (entry[1].alike > most[1].alike) most = entry;
  return most;
}

function nearestOf(group: Group, groups: ReadonlySet<Group>): Nearest {
  let found: Nearest = { group: null, alike: -Infinity };
  for (const other of groups) {
    if (other === group) continue;
    const alike = alikeness(group, other);
    if (alike > found.alike) found = { group: other, alike };
  }
  return found;
}

/** The mean of the products of their questions; two that people changed are never one. */
function alikeness(a: Group, b: Group): number {
  if (a.byHand && b.byHand) return -Infinity;
  return product(a.sum, b.sum) / (a.count * b.count);
}

/** What people changed stays; else what is larger. */
function comesFirst(a: Group, b: Group): boolean {
  return a.byHand === b.byHand ? a.count >= b.count : a.byHand;
}
