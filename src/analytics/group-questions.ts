import { newId } from '../lib/ids.ts';
import type { Gap, GapQuestion } from '../store/gaps.ts';
import { product, unit, type Vectors } from './question-vectors.ts';

type Placed = { turnId: string; gapId: string; projectId: string; createdAt: number };

/**
 * Puts each question into the gap whose middle is nearest, when that is near enough, and else begins a gap with it.
 * One pass, no question is moved later: what people see under a gap stays there.
 * @returns the gaps that are new or grew, and where each question went
 */
export function groupQuestions(
  projectId: string,
  known: Gap[],
  questions: GapQuestion[],
  vectors: number[][],
  { model, alike }: Pick<Vectors, 'model' | 'alike'>,
): { changed: Gap[]; placed: Placed[] } {
  const gaps = known.map((gap) => ({ gap, middle: unit(gap.vector ?? []), labelAlike: -1 }));
  const changed = new Set<(typeof gaps)[0]>();
  const placed: Placed[] = [];
  for (const [index, { turnId, createdAt }] of questions.entries()) {
    const vector = vectors[index]!;
    let nearest = nearestOf(gaps, vector, alike);
    if (nearest === undefined) {
      nearest = { gap: newGap(projectId, model, vector.length, createdAt), middle: vector, labelAlike: -1 };
      gaps.push(nearest);
    }
    const { gap } = nearest;
    gap.vector = gap.vector!.map((part, at) => part + vector[at]!);
    gap.count += 1;
    gap.lastAskedAt = Math.max(gap.lastAskedAt, createdAt);
    nearest.middle = unit(gap.vector);
    const closeness = product(nearest.middle, vector);
    if (closeness > nearest.labelAlike) {
      nearest.labelAlike = closeness;
      gap.labelTurnId = turnId;
    }
    changed.add(nearest);
    placed.push({ turnId, gapId: gap.id, projectId, createdAt });
  }
  return { changed: [...changed].map(({ gap }) => gap), placed };
}

function nearestOf<Group extends { middle: number[] }>(
  groups: Group[],
  vector: number[],
  alike: number,
): Group | undefined {
  let best: Group | undefined;
  let most = alike;
  for (const group of groups) {
    const closeness = product(group.middle, vector);
    if (closeness >= most) [best, most] = [group, closeness];
  }
  return best;
}

function newGap(projectId: string, model: string, length: number, createdAt: number): Gap {
  return {
    id: newId('gap'),
    projectId,
    status: 'open',
    vector: Array.from<number>({ length }).fill(0),
    model,
    labelTurnId: null,
    count: 0,
    createdAt,
    lastAskedAt: createdAt,
  };
}
