import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobStatus } from '../lib/job-status.ts';
import { type JobMove, moveJob } from './move-job.ts';

/** Status × move → status, or null where it is a 409. */
const table: Record<JobStatus, Record<JobMove, JobStatus | null>> = {
  active: { complete: 'completed', fail: 'failed', cancel: 'failed', 'follow-up': 'active', archive: null },
  completed: { complete: null, fail: null, cancel: null, 'follow-up': 'active', archive: 'archived' },
  failed: { complete: null, fail: null, cancel: null, 'follow-up': 'active', archive: 'archived' },
  archived: { complete: null, fail: null, cancel: null, 'follow-up': null, archive: 'archived' },
};

for (const [status, moves] of Object.entries(table) as [JobStatus, Record<JobMove, JobStatus | null>][]) {
  for (const [move, expected] of Object.entries(moves) as [JobMove, JobStatus | null][]) {
    test(`${status} by ${move}: ${expected ?? 'refused'}`, () => {
      if (expected === null) assert.throws(() => moveJob(status, move), { code: 'conflict' });
      else assert.equal(moveJob(status, move), expected);
    });
  }
}
