import type { FailedCheck } from '../../forges/forge.ts';

/** The event of a trigger of the kind `conflict` or `checks`. */
export type PullRequestEvent = { kind: 'conflict'; base: string } | { kind: 'checks'; failed: FailedCheck[] };
