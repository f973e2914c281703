import type { AgentLimits } from './agent-limits.ts';

/** What a round has used. */
export type Spent = { steps: number; tokens: number; costMicros: number; timeMs: number };

const warnAt = 0.8;

/** The share of the budget that is used up, by the scarcest of its parts; 1 and more is the end. */
export function budgetUsed(spent: Spent, budget: AgentLimits['budget']): number {
  return Math.max(
    spent.steps / budget.steps,
    spent.tokens / budget.tokens,
    spent.costMicros / budget.costMicros,
    spent.timeMs / budget.timeMs,
  );
}

/** What the model is told before the end; null while there is room. */
export function budgetWarning(used: number, stepsLeft: number): string | null {
  if (used < warnAt) return null;
  return `The budget of this job is nearly used up: at most ${Math.max(stepsLeft, 1)} steps are left. Bring what you began into a valid state and call finish.`;
}
