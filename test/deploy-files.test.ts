// What is shipped to run Docent elsewhere, read as text: no builder or cluster is at hand where this runs.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { openRoutes, routes } from '../src/http/server.ts';
import { settings } from '../src/settings.ts';
import { readText, root } from './helpers/source-files.ts';

const files = ['Dockerfile', 'compose.yaml', ...globSync(['deploy/*', '.github/workflows/*'], { cwd: root })];

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
  for (const path of JSON.parse(readText('package.json')).files as string[])
    assert.ok(last.includes(` ${path}\n`), `${path} is in the package and not in the image`);
});

test('compose runs without PostgreSQL, and with it when asked', () => {
  const { services, volumes } = parse(readText('compose.yaml')) as {
    services: Record<string, { profiles?: string[]; read_only?: boolean; volumes: string[] }>;
    volumes: Record<string, null>;
  };
  assert.equal(services['docent']!.profiles, undefined);
  assert.equal(services['docent']!.read_only, true);
  assert.deepEqual(services['postgres']!.profiles, ['postgres']);
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
  for (const path of globSync('.github/workflows/*', { cwd: root }))
    assert.ok(parse(readText(path)).jobs, path);
});
