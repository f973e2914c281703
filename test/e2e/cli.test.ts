import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { chmod, mkdir, readdir, rm, writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { docsFolder } from '../helpers/docs-folder.ts';
import { dataFolder, docent, serve } from '../helpers/run-docent.ts';
import { says } from '../helpers/model-replies.ts';
import { type ModelRequest, startModelServer } from '../helpers/model-server.ts';
import { post } from '../helpers/server.ts';

describe('docent', () => {
  let docs: Awaited<ReturnType<typeof docsFolder>>;
  let data: Awaited<ReturnType<typeof dataFolder>>;
  before(async () => {
    docs = await docsFolder();
    data = await dataFolder();
  });
  after(() => Promise.all([docs.remove(), data.remove()]));
  const run = (...words: string[]) => docent([...words, '--data', data.path]);

  test('users are invited by a link, and listed', async () => {
    const invited = await run('users', 'invite', 'vera@example.com', '--role', 'admin');
    assert.match(invited.stdout, /^http:\/\/localhost:3000\/invite#inv_\w{32}\n/);
    assert.deepEqual(JSON.parse((await run('users', 'list', '--json')).stdout), []);
    assert.equal((await run('users', 'invite', 'vera')).code, 2);
    assert.equal((await run('users', 'invite', 'v@example.com', '--role', 'king')).code, 2);
  });

  test('ask answers from a folder without a server, with its sources at the end', async () => {
    const { code, stdout } = await run('ask', 'How do I install Harbour on Linux?', docs.path);
    assert.equal(code, 0);
    assert.match(stdout, /apt install harbour/);
    assert.match(stdout, /\n---\n\n1\. \[Install Harbour\]\(\/guide\/install\)/);
  });

  test('ask links to the docs site when its address is configured', async () => {
    const folder = await docsFolder();
    const env = { DOCENT_BASE_URL: 'https://docs.example.com/' };
    const { stdout } = await docent(['ask', 'install on Linux', folder.path, '--data', data.path], { env });
    assert.match(stdout, /https:\/\/docs\.example\.com\/guide\/install#linux/);
    await folder.remove();
  });

  test('ask says plainly when the docs do not hold the answer', async () => {
    const { code, stdout } = await run('ask', 'Who won the football championship?', docs.path);
    assert.equal(code, 0);
    assert.match(stdout, /The docs do not seem to answer this/);
  });

  test('ask --json prints one event a line', async () => {
    const { stdout } = await run('ask', 'proxy setting', docs.path, '--json');
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    assert.equal(events[0]?.type, 'thread');
    assert.equal(events.at(-1)?.type, 'finish');
    assert.ok(events.some(({ type }) => type === 'source'));
  });

  test('search prints titles, addresses and snippets; --json the results', async () => {
    const { stdout } = await run('search', 'proxy authentication', docs.path);
    assert.match(stdout, /Configure a proxy\n {2}\/guide\/proxy#authentication\n {2}.*password/);
    const results = JSON.parse(
      (await run('search', 'proxy', docs.path, '--json', '--limit', '1')).stdout,
    ) as unknown[];
    assert.equal(results.length, 1);
  });

  test('index loses most pages only when that is confirmed', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 24 }, (_, at) => [`page-${at}.md`, `# Page ${at}\n\nText ${at}\n`]),
    );
    const folder = await docsFolder(pages);
    assert.equal((await run('index', folder.path)).code, 0);
    for (let at = 0; at < 20; at += 1) await rm(join(folder.path, `page-${at}.md`));
    const refused = await run('index', folder.path);
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, /20 of 24 pages would vanish/);
    const { stdout } = await run('index', folder.path, '--confirm', '--json');
    assert.equal((JSON.parse(stdout) as { removed: number }).removed, 20);
    await folder.remove();
  });

  test('index says what is new; unchanged pages are not done again; deleted pages are gone', async () => {
    const folder = await docsFolder();
    const index = async () =>
      JSON.parse((await run('index', folder.path, '--json')).stdout) as Record<string, number>;
    assert.equal((await index()).added, 5);
    assert.deepEqual(
      await index().then(({ added, changed, removed, unchanged }) => ({
        added,
        changed,
        removed,
        unchanged,
      })),
      { added: 0, changed: 0, removed: 0, unchanged: 5 },
    );
    await rm(join(folder.path, 'guide/proxy.mdx'));
    await writeFile(join(folder.path, 'index.md'), '# Harbour\n\nNow about lighthouses.\n');
    const { removed, changed, unchanged } = await index();
    assert.deepEqual({ removed, changed, unchanged }, { removed: 1, changed: 1, unchanged: 3 });
    assert.doesNotMatch((await run('search', 'proxy', folder.path)).stdout, /Configure a proxy/);
    assert.match((await run('search', 'lighthouses', folder.path)).stdout, /Harbour/);
    await folder.remove();
  });

  test('eval --judge has the model grade what facts in other words leave open', async () => {
    const judge: ModelRequest[] = [];
    const model = await startModelServer((request) => {
      if (!JSON.stringify(request.body).includes('You grade answers')) return says('Run `apt` on it.[[s1]]');
      judge.push(request);
      return judge.length === 1 ? says('That is not wrong, it is ', 'RIGHT.') : says('No idea.');
    });
    const env = { DOCENT_MODEL: 'compatible/m', DOCENT_MODEL_URL: `${model.url}/v1` };
    const questions = join(data.path, 'questions.jsonl');
    const asked = {
      question: 'How do I install Harbour on Linux?',
      page: 'guide/install',
      expect: ['the package manager'],
    };
    await writeFile(questions, `${JSON.stringify(asked)}\n`.repeat(2));
    const words = ['eval', questions, docs.path, '--json', '--judge', '--data', data.path];
    const { code, stdout } = await docent(words, { env });
    assert.equal(code, 0);
    const { answers } = JSON.parse(stdout) as {
      answers: { grades: object; outcomes: { missing: string[] }[] };
    };
    assert.deepEqual(answers.grades, { right: 1, partly: 0, refused: 0, wrong: 1 });
    assert.deepEqual(answers.outcomes[0]!.missing, ['the package manager']);
    assert.match(JSON.stringify(judge[0]!.body), /the package manager[^]*Run `apt`/);
    await model.close();
    assert.match(
      (await run('eval', questions, docs.path, '--judge')).stderr,
      /--judge needs a language model/,
    );
  });

  test('eval grades excerpts without a model, and --compare fails when answers got worse', async () => {
    const questions = join(data.path, 'facts.jsonl');
    const saved = join(data.path, 'run.json');
    const write = (...expect: string[]) =>
      writeFile(
        questions,
        JSON.stringify({
          question: 'How do I install Harbour on Linux?',
          page: 'guide/install',
          expect,
        }),
      );
    await write('apt install harbour');
    const first = await run('eval', questions, docs.path, '--save', saved);
    assert.equal(first.code, 0);
    assert.match(first.stdout, /1 answers: 1 right, 0 partly, 0 refused, 0 wrong/);
    assert.equal((await run('eval', questions, docs.path, '--compare', saved)).code, 0);
    await write('apt install harbour', 'a second fact');
    const worse = await run('eval', questions, docs.path, '--compare', saved);
    assert.equal(worse.code, 6);
    assert.match(worse.stdout, /right → partly {2}How do I install/);
    assert.match(worse.stderr, /The run is worse than the one before/);
  });

  test('keys are made, listed without their secret, and revoked', async () => {
    const made = JSON.parse(
      (await run('keys', 'create', '--kind', 'admin', '--name', 'ci', '--json')).stdout,
    ) as { id: string; secret: string };
    assert.match(made.secret, /^svc_(?!dsc_)/);
    const listed = await run('keys', 'list');
    assert.match(listed.stdout, new RegExp(`${made.id} .*active.*ci`));
    assert.ok(!listed.stdout.includes(made.secret));
    assert.equal((await run('keys', 'revoke', made.id)).code, 0);
    assert.match((await run('keys', 'list')).stdout, new RegExp(`${made.id} .*revoked`));
    assert.equal((await run('keys', 'revoke', 'key_unknown')).code, 3);
  });

  test('projects are added and listed', async () => {
    const folder = await docsFolder();
    const added = JSON.parse(
      (await run('projects', 'add', folder.path, '--name', 'Blue Whale', '--json')).stdout,
    ) as { domain: string };
    assert.equal(added.domain, 'blue-whale');
    assert.match((await run('projects', 'list')).stdout, /blue-whale/);
    const key = await run('keys', 'create', '--kind', 'assistant', '--project', 'blue-whale');
    assert.match(key.stdout, /^svc_dsc_/);
    await folder.remove();
  });

  for (const [what, words, code, message] of [
    ['a missing folder', ['index', '/no/such/folder'], 3, /no folder/i],
    ['a command that does not exist', ['serv'], 2, /no command "serv"/],
    ['an option that does not exist', ['index', '--prot', '1'], 2, /no option "--prot"/],
    ['a port that is not a port', ['serve', '--port', 'x'], 2, /--port takes a whole number/],
    ['a missing question', ['ask'], 2, /question/i],
    ['no command', [], 2, null],
  ] as const) {
    test(`${what} is one clear sentence and exit code ${code}`, async () => {
      const finished = await docent([...words]);
      assert.equal(finished.code, code, finished.stderr);
      if (message !== null) {
        assert.match(finished.stderr, message);
        assert.equal(finished.stderr.trim().split('\n').length, 1);
      }
    });
  }

  test('an empty folder is one clear sentence, and with --json an error object', async () => {
    const folder = await docsFolder({});
    const { code, stderr } = await run('index', folder.path, '--json');
    assert.equal(code, 3);
    assert.match((JSON.parse(stderr) as { error: { message: string } }).error.message, /\.md/);
    await folder.remove();
  });

  test('a setting that is wrong is named, with exit code 4', async () => {
    const { code, stderr } = await docent(['index', docs.path], {
      env: { DOCENT_BASE_URL: 'docs.example.com' },
    });
    assert.equal(code, 4);
    assert.match(stderr, /DOCENT_BASE_URL: must be a URL/);
  });

  test(
    'an unreadable file is a warning and stops nothing',
    { skip: process.getuid?.() === 0 && 'root reads everything' },
    async () => {
      const folder = await docsFolder();
      await chmod(join(folder.path, 'index.md'), 0o000);
      const { code, stderr } = await run('index', folder.path);
      assert.equal(code, 0);
      assert.match(stderr, /warning: index\.md/);
      await folder.remove();
    },
  );

  test('--help lists every command', async () => {
    const { code, stdout } = await docent(['--help']);
    assert.deepEqual(await docent(['help']), { code, stdout, stderr: '' });
    assert.match((await docent(['help', 'serve'])).stdout, /--port/);
    assert.equal(code, 0);
    for (const name of ['serve', 'index', 'search', 'ask', 'keys create', 'projects list'])
      assert.ok(stdout.includes(name), name);
  });
});

describe('docent serve', () => {
  test('prints one line of JSON when ready; keys only when they were just made; both keep working', async () => {
    const docs = await docsFolder();
    const data = await dataFolder();
    // Which shows no keys, so it must not make them.
    await docent(['search', 'proxy', docs.path, '--data', data.path]);
    const first = await serve([docs.path, '--data', data.path]);
    const { url, domain, assistantKey } = first.ready;
    assert.deepEqual(Object.keys(first.ready).sort(), [
      'adminKey',
      'askPage',
      'assistantKey',
      'domain',
      'projectId',
      'url',
    ]);
    const search = (base: string) =>
      post(`${base}/discovery/v1/search/${domain}`, assistantKey, { query: 'proxy' });
    assert.equal((await search(url)).status, 200);
    const invited = await docent(['users', 'invite', 'vera@example.com', '--data', data.path]);
    assert.ok(invited.stdout.startsWith(`${url}/invite#inv_`), invited.stdout);

    const second = await docent(['serve', docs.path, '--port', '0', '--data', data.path]);
    assert.equal(second.code, 4);
    assert.match(second.stderr, /Another server uses the data folder/);

    first.child.kill('SIGTERM');
    assert.equal(await first.exit, 0);
    const again = await serve([docs.path, '--data', data.path]);
    assert.deepEqual(Object.keys(again.ready).sort(), ['askPage', 'domain', 'projectId', 'url']);
    assert.equal((await search(again.ready.url)).status, 200);
    again.child.kill('SIGKILL');
    await again.exit;

    const afterKill = await serve([docs.path, '--data', data.path]);
    assert.equal((await search(afterKill.ready.url)).status, 200);
    afterKill.child.kill('SIGTERM');
    assert.equal(await afterKill.exit, 0);
    await Promise.all([docs.remove(), data.remove()]);
  });

  test('a port in use is one clear sentence, and nothing is indexed', async () => {
    const docs = await docsFolder();
    const data = await dataFolder();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, stderr } = await docent(['serve', docs.path, '--port', String(port), '--data', data.path]);
    assert.equal(code, 4);
    assert.match(stderr, new RegExp(`^docent: Port ${port} is in use\\..*\n$`));
    taken.close();
    await Promise.all([docs.remove(), data.remove()]);
  });

  test('a corrupt index file is built anew from the source; keys and threads are untouched', async () => {
    const docs = await docsFolder();
    const data = await dataFolder();
    const first = await serve([docs.path, '--data', data.path]);
    const { domain, assistantKey } = first.ready;
    first.child.kill('SIGTERM');
    await first.exit;
    const indexes = join(data.path, 'indexes');
    const files = (await readdir(indexes, { recursive: true })).filter((name) => name.endsWith('.sqlite'));
    assert.ok(files.length > 0);
    for (const file of files) await writeFile(join(indexes, file), 'not a database');
    const again = await serve([docs.path, '--data', data.path]);
    const response = await post(`${again.ready.url}/discovery/v1/search/${domain}`, assistantKey, {
      query: 'proxy',
    });
    assert.equal(((await response.json()) as unknown[]).length > 0, true);
    again.child.kill('SIGTERM');
    await again.exit;
    await Promise.all([docs.remove(), data.remove()]);
  });

  test('a data folder that cannot be written is one clear sentence', async () => {
    const docs = await docsFolder();
    const data = await dataFolder();
    await writeFile(join(data.path, 'file'), '');
    // As the lock of another user's folder, which is not one that a server holds.
    await mkdir(join(data.path, 'server.lock'));
    for (const folder of [join(data.path, 'file/below'), data.path]) {
      const { code, stderr } = await docent(['serve', docs.path, '--port', '0', '--data', folder]);
      assert.equal(code, 4);
      assert.match(stderr, /cannot be written/);
    }
    await Promise.all([docs.remove(), data.remove()]);
  });

  test('a damaged database is named as such, and is not touched', async () => {
    const docs = await docsFolder();
    const data = await dataFolder();
    const file = join(data.path, 'docent.sqlite');
    const bytes = Buffer.alloc(8_192, 'no database ');
    await writeFile(file, bytes);
    for (const command of ['serve', 'index']) {
      const { code, stderr } = await docent([command, docs.path, '--data', data.path]);
      assert.equal(code, 4);
      assert.match(stderr, /^docent: The database is damaged\. Restore a backup/m);
    }
    assert.ok(bytes.equals(await readFile(file)));
    await Promise.all([docs.remove(), data.remove()]);
  });

  test('a page that appears while the server was down is found after the next start', async () => {
    const docs = await docsFolder();
    const data = await dataFolder();
    const first = await serve([docs.path, '--data', data.path]);
    const { domain, assistantKey } = first.ready;
    first.child.kill('SIGTERM');
    await first.exit;
    await mkdir(join(docs.path, 'new'), { recursive: true });
    await writeFile(join(docs.path, 'new/kraken.md'), '# Kraken\n\nThe kraken sleeps below the harbour.\n');
    const again = await serve([docs.path, '--data', data.path]);
    const response = await post(`${again.ready.url}/discovery/v1/search/${domain}`, assistantKey, {
      query: 'kraken',
    });
    assert.equal(((await response.json()) as { path: string }[])[0]?.path, 'new/kraken');
    again.child.kill('SIGTERM');
    await again.exit;
    await Promise.all([docs.remove(), data.remove()]);
  });
});
