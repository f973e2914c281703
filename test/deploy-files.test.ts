// What is shipped to run Docent elsewhere, read as text: no builder or cluster is at hand where this runs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { deployCommand } from '../src/cli/deploy.ts';
import { evalCommand } from '../src/cli/eval.ts';
import { openRoutes, routes } from '../src/http/routes.ts';
import { settings } from '../src/settings.ts';
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
  for (const path of files.filter((name) => name !== 'compose.yaml' && name !== 'deploy'))
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
  const { version } = JSON.parse(readText('package.json')) as { version: string };
  assert.equal(String(action.inputs['version']!.default), version);
  const { run, env } = action.runs.steps.find((step) => step.run !== undefined)!;
  const asked = Object.values(env!).map((value) => /^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)?.[1]);
  assert.deepEqual(asked.toSorted(), Object.keys(action.inputs).toSorted());
  const options = Object.keys({ ...deployCommand.args, ...evalCommand.args });
  for (const [, option] of run!.matchAll(/--([a-z]+)[="]/g)) assert.ok(options.includes(option!), option);
  const folder = await mkdtemp(join(tmpdir(), 'docent-action-'));
  await writeFile(join(folder, 'npx'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const called = async (inputs: Record<string, string>) => {
    const empty = Object.fromEntries(Object.keys(env!).map((name) => [name, '']));
    const path = `${folder}:${process.env['PATH']}`;
    const options = { env: { ...empty, VERSION: version, ...inputs, PATH: path } };
    const { stdout } = await promisify(execFile)('bash', ['-c', run!], options);
    return stdout.trim().split('\n').slice(2);
  };
  try {
    const pushed = { COMMAND: 'deploy', DOCS: 'docs', PROJECT: 'acme', CONFIRM: 'true' };
    assert.deepEqual(await called(pushed), ['deploy', './docs', '--project=acme', '--confirm']);
    const hostile = { COMMAND: 'deploy', PROJECT: 'acme', BRANCH: '$(id) "; ls' };
    assert.deepEqual(await called(hostile), ['deploy', 'acme', '--branch=$(id) "; ls']);
    const measured = { COMMAND: 'eval', QUESTIONS: 'q.jsonl', DOCS: 'docs', FLOOR: 'ndcg10=0.6' };
    assert.deepEqual(await called(measured), ['eval', 'q.jsonl', 'docs', '--floor=ndcg10=0.6']);
    await assert.rejects(called({ COMMAND: 'rm' }), /must be deploy or eval/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
