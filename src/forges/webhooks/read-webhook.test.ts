import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { readWebhook } from './read-webhook.ts';

const secret = 'a secret';
const after = 'bffeb74224043ba2feb48d137756c8a9331c449a';
const none = '0'.repeat(40);
const sign = (body: string, key = secret) => createHmac('sha256', key).update(body).digest('hex');
const parse = (body: Uint8Array): unknown => JSON.parse(Buffer.from(body).toString());
const read = (headers: Record<string, string>, body: string, secrets = [secret]) =>
  readWebhook(headers, Buffer.from(body), secrets, parse);

/** How each forge sends a body: the headers that it was documented with. */
const forges: Record<string, (event: string, body: string, key?: string) => Record<string, string>> = {
  GitHub: (event, body, key) => ({
    'x-github-event': event,
    'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
    'x-hub-signature-256': `sha256=${sign(body, key)}`,
  }),
  Gitea: (event, body, key) => ({
    'x-gitea-event': event,
    'x-gitea-delivery': 'f6266f16-1bf3-46a5-9ea4-602e06ead473',
    'x-gitea-signature': sign(body, key),
    'x-github-event': event,
    'x-github-delivery': 'f6266f16-1bf3-46a5-9ea4-602e06ead473',
    'x-hub-signature-256': `sha256=${sign('something else', key)}`,
  }),
  GitLab: (event, _body, key = secret) => ({
    'x-gitlab-event': event === 'push' ? 'Push Hook' : 'Tag Push Hook',
    'x-gitlab-event-uuid': '13792a34-cac6-4fda-95a8-c58e00a3954e',
    'x-gitlab-token': key,
  }),
};

for (const [forge, headersOf] of Object.entries(forges)) {
  test(`${forge}: a push names its branch, with its slashes`, () => {
    const body = JSON.stringify({ ref: 'refs/heads/feature/new-docs', before: none, after });
    const delivery = read(headersOf('push', body), body);
    assert.equal(delivery?.forge, forge);
    assert.deepEqual(delivery.event, {
      kind: 'push',
      branch: 'feature/new-docs',
      isDefault: null,
      repositories: [],
    });
    assert.match(delivery.id, /^[0-9a-f-]{36}$/);
  });

  test(`${forge}: a push says whether its branch is the repository’s main one`, () => {
    const repository = forge === 'GitLab' ? 'project' : 'repository';
    for (const [branch, isDefault] of [
      ['trunk', true],
      ['main', false],
    ] as const) {
      const body = JSON.stringify({
        ref: `refs/heads/${branch}`,
        after,
        [repository]: {
          default_branch: 'trunk',
          [forge === 'GitLab' ? 'web_url' : 'html_url']: 'https://x.example/a',
        },
      });
      assert.deepEqual(read(headersOf('push', body), body)?.event, {
        kind: 'push',
        branch,
        isDefault,
        repositories: ['https://x.example/a'],
      });
    }
  });

  test(`${forge}: a push without a commit after it deleted its branch`, () => {
    const body = JSON.stringify({ ref: 'refs/heads/old', before: after, after: none });
    assert.deepEqual(read(headersOf('push', body), body)?.event, {
      kind: 'branch-deleted',
      branch: 'old',
      repositories: [],
    });
  });

  test(`${forge}: a tag is not a branch, and a body of another shape says nothing`, () => {
    for (const text of [{ ref: 'refs/tags/v1', after }, {}, [], 'x', { ref: 1 }]) {
      const body = JSON.stringify(text);
      assert.equal(read(headersOf('push', body), body)?.event.kind, 'other');
    }
  });

  test(`${forge}: who lacks the secret is nobody, and the body is not even parsed`, () => {
    const body = JSON.stringify({ ref: 'refs/heads/main', after });
    const unread = () => assert.fail('it was parsed');
    const wrong = headersOf('push', body, 'another secret');
    assert.equal(readWebhook(wrong, Buffer.from(body), [secret], unread), null);
    assert.equal(readWebhook(headersOf('push', body), Buffer.from(body), [], unread), null);
    const unsigned = Object.fromEntries(
      Object.entries(headersOf('push', body)).filter(([name]) => !/signature|token/.test(name)),
    );
    assert.equal(readWebhook(unsigned, Buffer.from(body), [secret], unread), null);
  });

  test(`${forge}: while the secret changes, both are good`, () => {
    const body = JSON.stringify({ ref: 'refs/heads/main', after });
    for (const key of ['old', 'new']) assert.ok(read(headersOf('push', body, key), body, ['new', 'old']));
  });
}

test('a body that was changed on its way is not signed', () => {
  const body = JSON.stringify({ ref: 'refs/heads/main', after });
  for (const forge of ['GitHub', 'Gitea'])
    assert.equal(read(forges[forge]!('push', body), body.replace('main', 'evil')), null);
});

test('the signature is of the bytes, not of the text that they may be taken for', () => {
  const bytes = Buffer.concat([Buffer.from('{"ref":"refs/heads/'), Buffer.from([0xe9]), Buffer.from('"}')]);
  const signature = createHmac('sha256', secret).update(bytes).digest('hex');
  const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` };
  assert.ok(readWebhook(headers, bytes, [secret], () => ({ ref: 'refs/heads/main' })));
});

test('GitHub’s own example of a signature holds', () => {
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
  const headers = {
    'x-github-event': 'ping',
    'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  };
  const body = Buffer.from('Hello, World!');
  assert.deepEqual(readWebhook(headers, body, ["It's a Secret to Everybody"], () => ({}))?.event, {
    kind: 'ping',
  });
});

test('GitHub and Gitea tell of a deleted branch in an event of its own, too', () => {
  const body = JSON.stringify({ ref: 'feature/x', ref_type: 'branch' });
  for (const forge of ['GitHub', 'Gitea']) {
    assert.deepEqual(read(forges[forge]!('delete', body), body)?.event, {
      kind: 'branch-deleted',
      branch: 'feature/x',
      repositories: [],
    });
  }
  const tag = JSON.stringify({ ref: 'v1', ref_type: 'tag' });
  assert.equal(read(forges['GitHub']!('delete', tag), tag)?.event.kind, 'other');
});

test('a delivery without an id is known by its body', () => {
  const body = JSON.stringify({ ref: 'refs/heads/main', after });
  const headers = { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret };
  assert.equal(read(headers, body)?.id, read(headers, body)?.id);
  assert.notEqual(read(headers, body)?.id, read(headers, `${body} `)?.id);
});
