import type { AgentLimits } from './agent-limits.ts';

/** What a round has used. */
export type Spent = { steps: number; tokens: number; costMicros: number; timeMs: number };

const warnAt = 0.8;

/** The used share of the budget's scarcest part; from 1 on, the budget is used up. */
export function budgetUsed(spent: Spent, budget: AgentLimits['budget']): number {
  return Math.max(
    spent.steps / budget.steps,
    spent.tokens / budget.tokens,
    spent.costMicros / budget.costMicros,
    spent.timeMs / budget.timeMs,
  );
}

/** The warning that the model gets when little is left; null before that. */
export function budgetWarning(used: number, stepsLeft: number): string | null {
  if (used < warnAt) return null;
  return `The budget of this job is nearly used up: at most ${Math.max(stepsLeft, 1)} steps are left. Bring what you began into a valid state and call finish.`;
}
