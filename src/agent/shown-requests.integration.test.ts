import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TouchedClaim } from '../claims/check-claims.ts';
import { checker } from '../../test/helpers/checker.ts';
import { promptOfMerge } from './triggers/trigger-prompt.ts';
import { shownRequests } from './shown-requests.ts';

test('a pull request shows neither the private code that a request quotes nor its secrets', async () => {
  const event = { kind: 'merged', number: 12, repository: 'https://github.com/acme/private' } as const;
  const change = {
    ...event,
    title: 'Secret plan',
    body: 'Hidden words',
    branch: 'x',
    commit: null,
    marks: [],
  };
  const evidence = [{ path: 'src/hidden.ts', line: 1 }];
  const claim = {
    page: 'a.md',
    line: 3,
    kind: 'default',
    text: 'hidden is 1',
    status: 'contradicted',
    evidence,
  };
  const claims = [claim as unknown as TouchedClaim];
  const token = `glpat-${'aB3dE5gH7jK9'.repeat(2)}`;
  const of = { by: null, jobId: 'job_1', nth: 1, step: null, createdAt: 0 };
  const [merge, person, ...others] = await shownRequests(checker, [
    { ...of, author: 'person', text: promptOfMerge(change, 'private', { diff: '+hidden = 1;', claims }) },
    { ...of, author: 'person', by: 'Ada', text: `Call it with ${token}, as ${token} is ours.` },
    { ...of, author: 'checks', text: 'The link x leads to no page.' },
  ]);
  assert.match(merge!.text, /^Pull request #12 was merged into .*private/);
  assert.doesNotMatch(merge!.text, /plan|hidden|<|\n{3}/i);
  assert.deepEqual([person, others], [{ text: 'Call it with …, as … is ours.', by: 'Ada' }, []]);
});
