// What is shipped to run Docent elsewhere, read as text: no builder or cluster is at hand where this runs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { deployCommand } from '../src/cli/deploy.ts';
import { evalCommand } from '../src/cli/eval.ts';
import { proveCommand } from '../src/cli/prove.ts';
import { routes } from '../src/http/routes.ts';
import { openRoutes } from './helpers/open-routes.ts';
import { settings } from '../src/settings.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemWithName } from '../scripts/check-package-name.ts';
import { readText, root } from './helpers/source-files.ts';

const workflows = globSync('.github/workflows/*', { cwd: root });
const files = [
  'Dockerfile',
  'compose.yaml',
  'action.yml',
  ...globSync('deploy/*', { cwd: root }),
  ...workflows,
];

test('they name settings and npm scripts that exist', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  for (const path of files) {
    const text = readText(path);
    for (const [name] of text.matchAll(/\bDOCENT_[A-Z_]+\b/g))
      assert.ok(name in settings, `${path}: ${name}`);
    for (const [, name] of text.matchAll(/npm run ([a-z:-]+)/g))
      assert.ok(Object.hasOwn(scripts, name!), `${path}: ${name}`);
  }
});

test('the image has git, is not root, and checks that it can answer', () => {
  const [, last = ''] = readText('Dockerfile')
    .split(/^FROM .*$/m)
    .slice(1);
  assert.match(last, /install .*\bgit\b.*\bopenssh-client\b/);
  assert.match(last, /^USER node$/m);
  assert.match(last, /^HEALTHCHECK [^]*\/readyz/m);
  assert.deepEqual(last.match(/^VOLUME .*/gm), ['VOLUME /data']);
  const { files } = JSON.parse(readText('package.json')) as { files: string[] };
  assert.ok(files.includes('compose.yaml') && files.includes('deploy'), 'not in the package');
  const forPeople = ['compose.yaml', 'deploy', 'examples'];
  for (const path of files.filter((name) => !forPeople.includes(name)))
    assert.ok(last.includes(` ${path}\n`), `${path} is in the package and not in the image`);
});

test('they name the image as the release pushes it', () => {
  const { version, homepage } = JSON.parse(readText('package.json')) as { version: string; homepage: string };
  const image = `ghcr.io/${/github\.com\/([^#]*)/.exec(homepage)![1]}:v${version}`;
  for (const path of ['compose.yaml', 'deploy/kubernetes.yaml'])
    assert.ok(readText(path).includes(`image: ${image}\n`), path);
});

test('compose runs without PostgreSQL, and with it when asked', () => {
  const { services, volumes } = parse(readText('compose.yaml')) as {
    services: Record<string, Record<string, unknown> & { volumes: string[] }>;
    volumes: Record<string, null>;
  };
  assert.equal(services['docent']!['profiles'], undefined);
  assert.equal(services['docent']!['read_only'], true);
  assert.deepEqual(services['docent']!['env_file'], [{ path: '.env', required: false }]);
  assert.deepEqual(services['postgres']!['profiles'], ['postgres']);
  for (const { volumes: used } of Object.values(services))
    for (const [, name] of used.join('\n').matchAll(/^([a-z]+):/gm))
      assert.ok(Object.hasOwn(volumes, name!), name);
});

test('probes ask for routes that exist, and a stop leaves the streams their time', () => {
  const known = new Set<string>([...routes.map(({ path }) => path), ...openRoutes]);
  const kubernetes = parseAllDocuments(readText('deploy/kubernetes.yaml')).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS() as { kind: string; spec: any };
  });
  const { spec } = kubernetes.find(({ kind }) => kind === 'Deployment')!.spec.template;
  const [container] = spec.containers;
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
    assert.ok(known.has(container[probe].httpGet.path), probe);
  assert.ok(spec.terminationGracePeriodSeconds > 25 + container.lifecycle.preStop.sleep.seconds);
  assert.match(readText('deploy/docent.service'), /^TimeoutStopSec=35$/m);
  for (const path of workflows) assert.ok(parse(readText(path)).jobs, path);
});

test('actions of others are named by a commit, which nobody can move, with its version', () => {
  for (const path of [...workflows, 'action.yml'])
    for (const [, used] of readText(path).matchAll(/uses: (.*)/g))
      assert.match(used!, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, path);
});

test('our action runs commands and options that exist, and takes no input for a script', async () => {
  const action = parse(readText('action.yml')) as {
    inputs: Record<string, { default?: string }>;
    runs: { steps: { run?: string; env?: Record<string, string> }[] };
  };
  const { run, env } = action.runs.steps.find((step) => step.run !== undefined)!;
  const asked = Object.values(env!).map((value) => /^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)?.[1]);
  assert.deepEqual(asked.toSorted(), Object.keys(action.inputs).toSorted());
  const options = Object.keys({ ...deployCommand.args, ...evalCommand.args, ...proveCommand.args });
  for (const [, option] of run!.matchAll(/--([a-z]+)[="]/g)) assert.ok(options.includes(option!), option);
  const folder = await mkdtemp(join(tmpdir(), 'docent-action-'));
  const bin = join(folder, 'node_modules/.bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'node'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  await writeFile(join(bin, 'npm'), '#!/bin/sh\necho "$@" >&2\n', { mode: 0o755 });
  const called = async (inputs: Record<string, string>) => {
    const empty = Object.fromEntries(Object.keys(env!).map((name) => [name, '']));
    const path = `${bin}:${process.env['PATH']}`;
    const options = { env: { ...empty, GITHUB_ACTION_PATH: folder, ...inputs, PATH: path } };
    // Bash takes a socket as its input for a remote shell's, and would read ~/.bashrc.
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', run!], options);
    const [program, ...args] = stdout.trim().split('\n');
    assert.equal(program, join(folder, 'bin/docent.js'));
    return args;
  };
  try {
    const pushed = { COMMAND: 'deploy', DOCS: 'docs', BUILT: 'site', PROJECT: 'acme', CONFIRM: 'true' };
    assert.deepEqual(await called(pushed), [
      'deploy',
      './docs',
      '--project=acme',
      '--built=site',
      '--confirm',
    ]);
    const hostile = { COMMAND: 'deploy', PROJECT: 'acme', BRANCH: '$(id) "; ls' };
    assert.deepEqual(await called(hostile), ['deploy', 'acme', '--branch=$(id) "; ls']);
    const measured = { COMMAND: 'eval', QUESTIONS: 'q.jsonl', DOCS: 'docs', FLOOR: 'ndcg10=0.6' };
    assert.deepEqual(await called(measured), ['eval', 'q.jsonl', 'docs', '--floor=ndcg10=0.6']);
    const proven = { COMMAND: 'prove', BASE: 'main', HEAD: '$(id)', RUNNER_TEMP: folder };
    assert.deepEqual(await called(proven), [
      'prove',
      'main',
      '$(id)',
      '.',
      `--markdown=${folder}/docent-proof.md`,
    ]);
    await assert.rejects(called({ COMMAND: 'rm' }), /must be deploy or eval/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('nothing tells people to run or install by name what a registry has', () => {
  const texts = globSync(
    [
      '*.md',
      '*.yml',
      '*.yaml',
      'bin/*',
      'deploy/*',
      'docs/**/*.md',
      'src/**/*.ts',
      'web/*/src/**/*.{ts,tsx}',
    ],
    { cwd: root, exclude: (path) => path.includes('node_modules') || path.endsWith('.test.ts') },
  );
  // A checkout’s own command, in the texts that speak of a checkout.
  const ofCheckout = [
    'README.md',
    'AGENTS.md',
    'docs/getting-started.md',
    'docs/reference/cli.md',
    'src/lib/program.ts',
  ];
  for (const path of texts) {
    if (path === 'CHANGELOG.md' || path.startsWith('docs/decisions/')) continue;
    const named = /npx (?:-\S+ |-p \S+ )*docent\b|npm (?:i|install|exec) (?:-\S+ )*docent\b/.exec(
      readText(path),
    )?.[0];
    if (named !== undefined)
      assert.ok(named === 'npx docent' && ofCheckout.includes(path), `${path}: ${named}`);
  }
});

test('a release fails when the registry’s package of our name is somebody else’s', async (t) => {
  const own = { name: '@acme/docent', repository: { url: 'git+https://github.com/acme/docent.git' } };
  let found: object | null = null;
  const registry = createServer(({ url, headers }, response) => {
    const isKnown = headers.authorization === 'Bearer npm_of_acme';
    const answer =
      url === '/-/whoami'
        ? isKnown
          ? { username: 'acme' }
          : null
        : url === '/@acme%2fdocent'
          ? found
          : null;
    response.writeHead(answer === null ? (url === '/-/whoami' ? 401 : 404) : 200).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  t.after(() => registry.close());
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  const problem = (token = 'npm_of_acme') => problemWithName(own, address, token);
  assert.match((await problem('npm_other'))!, /does not know the token/);
  assert.equal(await problem(), null, 'the name is free');
  const { repository } = own;
  found = { repository, maintainers: [{ name: 'squatter' }] };
  assert.match((await problem())!, /belongs to squatter .* not to acme/);
  found = { repository: { url: 'git+https://example.com/x.git' }, maintainers: [{ name: 'acme' }] };
  assert.match((await problem())!, /is made from/);
  found = { repository, maintainers: [{ name: 'acme' }] };
  assert.equal(await problem(), null);
});
