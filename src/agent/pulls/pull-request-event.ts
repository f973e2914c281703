import type { FailedCheck } from '../../forges/forge.ts';

/** What a trigger of the kind `conflict` or `checks` is about. */
export type PullRequestEvent = { kind: 'conflict'; base: string } | { kind: 'checks'; failed: FailedCheck[] };
