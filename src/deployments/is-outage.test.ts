import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocentError } from '../errors.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { isOutage } from './is-outage.ts';

test('what may work again by itself is an outage, wherever it stands in the causes; what people must mend is none', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const outages = [
    new DocentError('not_ready', 'The database cannot be reached.'),
    new DocentError('internal', 'Something went wrong.', {
      cause: new TypeError('fetch failed', { cause: refused }),
    }),
    new DocentError('invalid_request', 'forge', { cause: new ForgeFault('forge_unavailable', 'Try later.') }),
    Object.assign(new Error('no space'), { code: 'ENOSPC' }),
    Object.assign(new Error('SlowDown'), { $metadata: { httpStatusCode: 503 } }),
  ];
  for (const error of outages) assert.equal(isOutage(error), true, error.message);
  const lasting = [
    new DocentError('not_found', 'There is no folder.'),
    new DocentError('conflict', 'Most pages would vanish.'),
    new ForgeFault('ref_not_found', 'The repository has no branch main.'),
    Object.assign(new Error('gone'), { $metadata: { httpStatusCode: 403 } }),
    Object.assign(new Error('missing'), { code: 'ENOENT' }),
    new TypeError('undefined is not a function'),
    'a string',
  ];
  for (const error of lasting) assert.equal(isOutage(error), false, String(error));
  const circle = new Error('circle');
  circle.cause = circle;
  assert.equal(isOutage(circle), false);
});
