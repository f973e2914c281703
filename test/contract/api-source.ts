import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openApi } from '../../src/content/sources/api/open-api.ts';
import type { FileTree } from '../../src/content/sources/file-tree.ts';
import { type Dialect, startKnowledgeServer } from '../helpers/knowledge-servers.ts';
import { temporaryFolder } from '../helpers/repository.ts';

type Source = {
  kind: 'github' | 'zendesk' | 'confluence' | 'notion';
  dialect: Dialect;
  label: string;
  /** Requests that read one entry. */
  reading: RegExp | null;
};

const entries = [
  { id: 1, title: 'Raise the anchor', text: 'Turn the winch.', at: '2026-03-03T10:00:00Z' },
  { id: 2, title: 'Set the sail', text: 'Pull the halyard.', at: '2026-03-04T10:00:00Z' },
  { id: 3, title: 'Find the harbour', text: 'Follow the buoys.', at: '2026-03-05T10:00:00Z' },
];

/** What every source that is read by an API has to keep to. */
export function apiSourceContract({ kind, dialect, label, reading }: Source): void {
  const open = async (context: Parameters<typeof startKnowledgeServer>[0]) => {
    const server = await startKnowledgeServer(context, dialect);
    server.entries = entries.map((entry) => ({ ...entry }));
    const folder = join(await temporaryFolder(context), 'kept');
    const read = (change: { token?: string; url?: string; patience?: number } = {}): Promise<FileTree> => {
      const { token = server.token, url = server.source, patience = 2_000 } = change;
      const source = {
        kind,
        url,
        token,
        folder,
        privateHosts: ['127.0.0.1'],
        notionUrl: server.url,
        patience,
      };
      return openApi({ ...source, what: ['discussions'] });
    };
    return { server, read };
  };
  const textsOf = async (tree: FileTree): Promise<string> =>
    (await Promise.all(tree.files.map(async (file) => (await tree.read(file)).text))).join('\n');

  test(`${kind}: every entry of all pages of the list has its title, text, address and label`, async (t) => {
    const { server, read } = await open(t);
    const tree = await read();
    assert.equal(tree.files.length, entries.length);
    const texts = await textsOf(tree);
    for (const { title, text } of entries) assert.ok(texts.includes(title) && texts.includes(text), texts);
    assert.doesNotMatch(texts, /For agents|>bash|CDATA|nbsp/);
    if (kind === 'confluence') assert.match(texts, /<pre><code>a &lt; b &amp;&amp; c<\/code><\/pre>/);
    const origins = [...tree.site!.pages.values()].map(({ origin }) => origin?.label);
    assert.ok(origins.includes(`${label} 3 March 2026`), origins.join());
    for (const { url } of tree.site!.pages.values()) assert.match(url!, /^https?:\/\//);
    assert.equal(server.requests.length > 1, true);
  });

  test(`${kind}: what changed is read again, what is gone is forgotten`, async (t) => {
    const { server, read } = await open(t);
    await read();
    const reads = () => (reading === null ? 0 : server.requests.filter((one) => reading.test(one)).length);
    const before = reads();
    await read();
    assert.equal(reads(), before, 'an entry that is the same is not read again');
    Object.assign(server.entries[0]!, { text: 'Press the button.', at: '2026-06-01T10:00:00Z' });
    server.entries.splice(1, 1);
    const tree = await read();
    assert.equal(tree.files.length, 2);
    const texts = await textsOf(tree);
    assert.match(texts, /Press the button/);
    assert.doesNotMatch(texts, /halyard|Turn the winch/);
  });

  test(`${kind}: it waits as long as a rate limit says, and gives up on a longer one`, async (t) => {
    const { server, read } = await open(t);
    server.next = [
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503, headers: { 'retry-after': '0' } },
    ];
    assert.equal((await read()).files.length, entries.length);
    server.next = [{ status: 429, headers: { 'retry-after': '3600' } }];
    await assert.rejects(read(), { code: 'not_ready' });
  });

  test(`${kind}: the waits of a run are bounded together`, async (t) => {
    const { server, read } = await open(t);
    const wait = { status: 429, headers: { 'retry-after-ms': '40' } };
    server.next = [wait, null, wait];
    await assert.rejects(read({ patience: 60 }), { code: 'not_ready' });
    server.next = [wait, null, wait];
    assert.equal((await read({ patience: 80 })).files.length, entries.length);
  });

  if (kind === 'github')
    test('a run that breaks off is gone on with, and what was read is not read again', async (t) => {
      const { server, read } = await open(t);
      server.entries = Array.from({ length: 25 }, (_, nth) => ({ ...entries[0]!, id: nth + 1 }));
      const lists = Array.from({ length: 13 }, () => null);
      server.next = [...lists, null, { status: 401 }];
      await assert.rejects(read(), { code: 'source_unreachable' });
      const before = server.requests.length;
      assert.equal((await read()).files.length, 25);
      assert.equal(server.requests.length - before, 13 + 1, 'the second twenty alone');
    });

  test(`${kind}: a revoked token, missing rights and a wrong address say what to do, and lose nothing`, async (t) => {
    const { server, read } = await open(t);
    await read();
    await assert.rejects(read({ token: 'wrong' }), {
      code: 'source_unreachable',
      message: /revoked\. Give the source a new one/,
    });
    server.next = [{ status: 403 }];
    await assert.rejects(read(), { code: 'source_unreachable', message: /rights to read/ });
    server.next = [{ status: 404 }];
    await assert.rejects(read(), { code: 'not_found' });
    server.next = [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }];
    await assert.rejects(read(), { code: 'source_unreachable' });
    const before = server.requests.length;
    assert.equal((await read()).files.length, entries.length);
    if (reading !== null)
      assert.ok(!server.requests.slice(before).some((one) => reading.test(one)), 'what was read stays');
  });

  test(`${kind}: nothing personal is kept`, async (t) => {
    const { server, read } = await open(t);
    server.entries[0]!.text = 'Mail jane@example.com or call +49 170 1234567. Thanks @jane-doe';
    server.entries[0]!.title = 'Help jane@example.com';
    const texts = await textsOf(await read());
    assert.doesNotMatch(texts, /jane|1234567/i);
    assert.match(texts, /\[email\]/);
  });
}
