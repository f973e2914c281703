import { consumeLimits } from '../accounts/rate-limits.ts';
import type { Call } from './route.ts';

/** What all routes of the docs agent have in common. */
export const path = '/v2/agent/{projectId}';
export const shared = { tag: 'Agent', key: 'admin' } as const;

type JobCall<Body> = Call<Body, 'project'>;

/** Counts against the project's hourly limit of new jobs and messages; a repeated request with a known key does not. */
export async function count<Body>({ deps, admission, headers }: JobCall<Body>): Promise<void> {
  Object.assign(headers, await consumeLimits(deps.store, 'job', { admission, limits: deps.config.limits }));
}

/** Names the job in the audit log. */
export function noteJob<Body>({ note, param }: JobCall<Body>): void {
  note({ target: { kind: 'job', id: param('id'), name: param('id') } });
}
