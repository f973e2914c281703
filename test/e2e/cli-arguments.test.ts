import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { docsFolder } from '../helpers/docs-folder.ts';
import { dataFolder, docent, docentProcess } from '../helpers/run-docent.ts';

const escape = '\u001b';

describe('the command line', () => {
  let docs: Awaited<ReturnType<typeof docsFolder>>;
  let data: Awaited<ReturnType<typeof dataFolder>>;
  before(async () => {
    docs = await docsFolder();
    data = await dataFolder();
  });
  after(() => Promise.all([docs.remove(), data.remove()]));
  const run = (...words: string[]) => docent([...words, '--data', data.path]);

  test('a question without quotes is told what it lacks', async () => {
    const { code, stderr } = await run('ask', 'How', 'do', 'I', 'install', 'Harbour?');
    assert.equal(code, 2);
    assert.match(stderr, /Unexpected argument "I". Put text with spaces in quotes/);
  });

  test('a missing choice and an empty question are refused in words', async () => {
    const key = await run('keys', 'create');
    assert.deepEqual(
      [key.code, key.stderr.trim()],
      [2, 'docent: --kind is missing. Run the command with --help.'],
    );
    const nothing = await run('ask', ' ', docs.path);
    assert.deepEqual([nothing.code, nothing.stdout], [2, '']);
    assert.match(nothing.stderr, /The question is empty/);
  });

  test('a wrong choice is refused without colour', async () => {
    const { stderr } = await run('keys', 'create', '--kind', 'nope', '--json');
    const { message } = (JSON.parse(stderr) as { error: { message: string } }).error;
    assert.equal(message, 'Invalid value for argument: --kind (nope). Expected one of: assistant, admin.');
  });

  test('a command or option with a typing mistake is told what is near it', async () => {
    const said = async (...words: string[]) => (await docent(words)).stderr.trim();
    assert.match(await said('sreve'), /no command "sreve". Did you mean "serve"\?/);
    assert.match(await said('keys', 'creat'), /Did you mean "create"\?/);
    assert.match(await said('ask', 'Why?', '--jsno'), /no option "--jsno". Did you mean "--json"\?/);
    assert.match(
      await said('job', 'Fix it', '--branch', 'main'),
      /no option "--branch". Did you mean "--ref"\?/,
    );
    assert.match(await said('--verison'), /Did you mean "--version"\?/);
    assert.doesNotMatch(await said('dance'), /Did you mean/);
  });

  test('what the machine refuses is a sentence without a stack', async () => {
    await run('projects', 'list');
    const { code, stderr } = await run('backup', join(docs.path, 'none', 'docent.backup'));
    assert.equal(code, 4);
    assert.match(stderr, /^docent: \/.*docent\.backup\S*: no such file or directory\.\n$/);
  });

  test('an address in place of a folder is told how docs are read from there', async () => {
    for (const words of [['serve'], ['ask', 'Why?'], ['doctor'], ['projects', 'add']]) {
      const { code, stderr } = await run(...words, 'https://docs.example.com/');
      assert.equal(code, 2);
      assert.match(stderr, /projects add --site https:\/\/docs\.example\.com\/, or --git/);
    }
  });

  test('an address of a server without its http:// is told so', async () => {
    const { code, stderr } = await run('deploy', '--url', 'localhost:3000', '--key', 'svc_x');
    assert.equal(code, 2);
    assert.match(stderr, /--url takes an address that begins with http/);
  });

  test('a key may expire on a date, and not in words or in the past', async () => {
    const create = (date: string) => run('keys', 'create', '--kind', 'admin', '--expires', date, '--json');
    const { expiresAt } = JSON.parse((await create('2090-01-31')).stdout) as { expiresAt: number };
    assert.equal(expiresAt, Date.parse('2090-01-31T00:00:00Z'));
    assert.equal((await create('tomorrow')).code, 2);
    assert.equal((await create('2020-01-31')).code, 2);
  });

  test('help through a pipe has no colour', async () => {
    const { stdout } = await docentProcess(['ask', '--help']);
    assert.match(stdout, /USAGE docent ask \[OPTIONS\] <QUESTION> \[PATH\]/);
    assert.ok(!stdout.includes(escape));
  });

  test('lists say when they are empty, and never command the terminal', async () => {
    const none = await run('users', 'list');
    assert.deepEqual([none.stdout, none.code], ['', 0]);
    assert.match(none.stderr, /Nobody has an account yet/);
    const name = `Har${escape}]0;owned\u0007bour`;
    const added = await run('projects', 'add', docs.path, '--name', name);
    assert.match(added.stdout, /npx docent serve --project har-0-owned-bour/);
    const { stdout } = await run('projects', 'list');
    assert.match(stdout, /Har]0;ownedbour/);
    assert.ok(!stdout.includes(escape));
  });

  test('where one of several projects is meant, they are named', async () => {
    await run('projects', 'add', '--pushed', '--name', 'second');
    const { code, stderr } = await run('jobs', 'list');
    assert.equal(code, 2);
    assert.match(stderr, /--project DOMAIN \(.*second.*\)/);
  });

  test('a folder without docs is named in full, with what to do', async () => {
    const empty = await dataFolder();
    const { code, stderr } = await run('doctor', empty.path);
    assert.equal(code, 3);
    assert.match(stderr, /There are no docs in \/.*npx docent init --site URL/);
    const before = await run('projects', 'list');
    assert.equal((await run('index', empty.path)).code, 3);
    const served = docentProcess(['serve', empty.path, '--port', '0', '--data', data.path]);
    assert.equal((await served).code, 3);
    assert.equal((await run('projects', 'list')).stdout, before.stdout);
    await empty.remove();
  });

  test('eval says how many questions name no page', async () => {
    const file = join(data.path, 'questions.jsonl');
    const questions = [
      { question: 'install on Linux', expected: ['/guide/install'] },
      { question: 'why?', inDocs: false },
    ];
    await writeFile(file, questions.map((question) => JSON.stringify(question)).join('\n'));
    const { stdout } = await run('eval', file, docs.path);
    assert.match(stdout, /^1 question, .*\n1 question more without a page/);
  });
});
