import assert from 'node:assert/strict';

/** What came back, read to its end. */
export type Answer = { status: number; headers: Headers; text: string };

/** Anything but a fault of the server's; and a refusal has the one body of every error. */
export function assertHandled(answer: Answer, what = ''): void {
  assert.ok(answer.status < 500, `${answer.status} ${answer.text.slice(0, 200)} ${what.slice(0, 500)}`);
  if (answer.status >= 400) assertErrorBody(answer);
}

/** Refused with this status and code, and with the one body of every error. */
export function assertRefused(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text.slice(0, 200));
  assert.equal(assertErrorBody(answer).code, code);
}

/** The contract's one error body: nothing missing, nothing beside it, nothing internal. */
function assertErrorBody({ status, headers, text }: Answer): { code: string } {
  const { error, message, code, requestId, details, ...rest } = JSON.parse(text);
  assert.ok(typeof error === 'string' && error !== '');
  assert.equal(message, error);
  assert.match(code, /^[a-z_]+$/);
  assert.match(requestId, /^req_/);
  assert.equal(headers.get('x-request-id'), requestId);
  assert.match(headers.get('content-type') ?? '', /^application\/json/);
  if (status !== 400) assert.equal(details, undefined);
  for (const detail of details ?? []) {
    assert.deepEqual(Object.keys(detail).sort(), ['message', 'path']);
    assert.ok(typeof detail.path === 'string' && typeof detail.message === 'string');
  }
  assert.deepEqual(rest, {});
  assert.doesNotMatch(text, /node_modules|\.ts:\d|\bat \/|SQLITE|ZodError/);
  return { code };
}
