// What a newcomer does first: set up, check the machine, add and remove a project.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { docsFolder } from '../helpers/docs-folder.ts';
import { docent } from '../helpers/run-docent.ts';
import { root } from '../helpers/source-files.ts';

let folder: string;
let docs: Awaited<ReturnType<typeof docsFolder>>;
before(async () => {
  [folder, docs] = await Promise.all([mkdtemp(join(tmpdir(), 'docent-init-')), docsFolder()]);
});
after(() => Promise.all([rm(folder, { recursive: true, force: true }), docs.remove()]));

/** In a folder of its own, in a process of its own. */
function run(words: string[], stdin = '', cwd = folder): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
  const child = execFile(
    process.execPath,
    [join(root, 'bin/docent.js'), ...words],
    { cwd, env: { PATH: process.env['PATH'] } },
    (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
  );
  child.stdin!.end(stdin);
  return promise;
}

test('init says where it cannot write its settings', async () => {
  const taken = await mkdtemp(join(tmpdir(), 'docent-init-'));
  await mkdir(join(taken, '.env'));
  const { code, output } = await run(['init', docs.path, '--model', 'extractive'], '', taken);
  assert.match(output, /^docent: The file \.env cannot be written here/m);
  assert.doesNotMatch(output, /^ +at /m);
  assert.equal(code, 4);
  await rm(taken, { recursive: true });
});

test('init writes what serve needs, for its owner alone, keeps what was there, and never shows a key', async () => {
  const bare = await mkdtemp(join(tmpdir(), 'docent-init-'));
  const keyless = await run(['init', docs.path, '--model', 'openai/gpt-5-mini'], '', bare);
  assert.match(keyless.output, /The model needs a key: add OPENAI_API_KEY=… to \.env/);
  await rm(bare, { recursive: true });
  const secret = 'sk-proj-0123456789abcdef';
  const made = await run(['init', docs.path, '--model', 'openai/gpt-5-mini', '--key-stdin'], `${secret}\n`);
  assert.equal(made.code, 0, made.output);
  assert.doesNotMatch(made.output, /needs its key/);
  assert.match(made.output, /Wrote DOCENT_SECRET_KEY, DOCENT_MODEL, OPENAI_API_KEY to \.env/);
  assert.equal(made.output.includes(secret), false);
  const file = join(folder, '.env');
  const env = await readFile(file, 'utf8');
  assert.match(env, new RegExp(`^DOCENT_MODEL=openai/gpt-5-mini\nOPENAI_API_KEY=${secret}$`, 'm'));
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  const again = await run(['init', docs.path, '--model', 'anthropic/claude-sonnet-4-5']);
  assert.match(again.output, /^Not changed: DOCENT_MODEL\. \.env has another value/m);
  assert.equal(await readFile(file, 'utf8'), env);
  const placed = await run(['init', docs.path, '--model', 'openai/gpt-5-mini', '--data', 'my data']);
  assert.match(placed.output, /^Wrote DOCENT_DATA to \.env\.\n.*run `docent serve \S+`\.$/m);
  assert.equal(await readFile(file, 'utf8'), `${env}DOCENT_DATA="my data"\n`);
  const same = await run(['init', docs.path, '--model', 'openai/gpt-5-mini', '--data', 'my data']);
  assert.match(same.output, /already has all settings/);
  assert.equal((await run(['init', docs.path, '--model', 'nobody/model'])).code, 2);
  assert.equal((await run(['init', '--model', 'extractive'])).code, 2, 'the docs are not named');

  const checked = await run(['doctor', '--system', '--json']);
  const checks = checked.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; found: string; problem: string | null });
  const of = (name: string) => checks.find((check) => check.name === name)!;
  assert.deepEqual(
    [of('Node').problem, of('Model').found, of('Keys').problem],
    [null, 'openai/gpt-5-mini', null],
  );
  assert.equal(checked.code, checks.some(({ problem }) => problem !== null) ? 6 : 0);
  assert.equal(checked.output.includes(secret), false);
});

test('settings are checked in plain words, mistyped ones too, and those of Kubernetes are none', async () => {
  const checked = (env: Record<string, string>) =>
    docent(['doctor', '--system', '--data', join(folder, 'data')], { env });
  const wrong = await checked({ DOCENT_PORT: 'x', DOCENT_DRAIN_SECONDS: '-1' });
  assert.match(wrong.stderr, /DOCENT_PORT: must be a whole number from 0 to 65535\./);
  assert.match(wrong.stderr, /DOCENT_DRAIN_SECONDS: must be a whole number from 0 to 600\./);
  const mistyped = await checked({ DOCENT_TRUSTED_PROXY: '10.0.0.1' });
  assert.match(mistyped.stdout, /no setting DOCENT_TRUSTED_PROXY. Did you mean "DOCENT_TRUSTED_PROXIES"\?/);
  // What a container gets beside a service named `docent`.
  const linked = await checked({
    DOCENT_PORT: 'tcp://10.96.0.7:80',
    DOCENT_PORT_80_TCP: 'tcp://10.96.0.7:80',
    DOCENT_SERVICE_HOST: '10.96.0.7',
    DOCENT_SERVICE_PORT_HTTP: '80',
  });
  assert.match(linked.stdout, /Port .*:3000/);
  assert.doesNotMatch(linked.stdout, /no setting DOCENT_(PORT|SERVICE)/);
});

test('a repository that cannot be read is refused when it is added; a project is removed with all of it', async () => {
  const inData = (...words: string[]) => docent([...words, '--data', join(folder, 'data')]);
  const missing = await inData('projects', 'add', '--git', `file://${folder}/nothing.git`);
  assert.equal(missing.code, 4, missing.stderr);
  assert.doesNotMatch(missing.stderr, /\n\s+at /);
  assert.deepEqual(JSON.parse((await inData('projects', 'list', '--json')).stdout), []);

  await inData('projects', 'add', docs.path);
  const [project] = JSON.parse((await inData('projects', 'list', '--json')).stdout) as { domain: string }[];
  assert.equal((await inData('projects', 'remove', 'no-such-project')).code, 3);
  assert.equal((await inData('projects', 'remove', project!.domain)).code, 0);
  assert.deepEqual(JSON.parse((await inData('projects', 'list', '--json')).stdout), []);
});
