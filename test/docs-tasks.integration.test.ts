import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grade, type GraderKind } from '../bench/docs-tasks/graders.ts';
import { play } from '../bench/docs-tasks/play.ts';
import { type Call, edit, move, remove, type Task, write } from '../bench/docs-tasks/task.ts';
import { workspaceOf } from './helpers/workspace.ts';

const files = {
  'mkdocs.yml':
    'site_name: D\nplugins:\n  - redirects:\n      redirect_maps:\n        "a.md": "index.md"\nnav:\n  - index.md\n  - Guide:\n      - guide/use.md\n      - guide/set.md\n',
  'docs/index.md': '# Home\n\nSee [use](guide/use.md).\n',
  'docs/guide/use.md': '# Use\n\n## Options\n\nThe **limit** is `5`.\n\n## More\n\nText.\n',
  'docs/guide/set.md': '# Set\n\nOne.\nTwo.\nThree.\n',
};

const task: Task = {
  kind: 'update',
  bed: 'uv',
  docsRoot: 'docs',
  prompt: '',
  touches: ['docs/guide/*.md', 'mkdocs.yml'],
  removes: 2,
  graders: [],
  right: [],
  wrong: { calls: [], fails: [] },
};

test('each grader of the docs tasks finds what it is for, and nothing else', async (t) => {
  const fails = async (graders: Task['graders'], ...calls: Call[]): Promise<GraderKind[]> => {
    const workspace = await workspaceOf(t, files, 'docs');
    await play(calls, workspace);
    const failures = await grade({ ...task, graders }, workspace);
    return [...new Set(failures.map(({ kind }) => kind))];
  };
  const use = 'docs/guide/use.md';
  const say = edit(use, 'is `5`', 'is _7_');
  const facts = (more: object): Task['graders'] => [{ kind: 'facts', in: use, under: 'options', ...more }];
  assert.deepEqual(await fails(facts({ has: ['LIMIT is 7', ['8', '7']], lacks: ['5'] }), say), []);
  assert.deepEqual(await fails(facts({ has: ['limit is 8'] }), say), ['facts']);
  assert.deepEqual(await fails(facts({ has: ['text'] }), say), ['facts'], 'it stands under another heading');
  assert.deepEqual(await fails(facts({ lacks: ['7'] }), say), ['facts']);
  assert.deepEqual(await fails(facts({ under: 'Gone' }), say), ['facts']);

  const moved = move('docs/guide/set.md', 'docs/guide/put.md');
  const place: Task['graders'] = [{ kind: 'navigation', page: 'docs/guide/put.md', beside: use }];
  const redirect: Task['graders'] = [{ kind: 'redirect', from: '/guide/set/', to: 'docs/guide/put.md' }];
  const gone: Task['graders'] = [{ kind: 'navigation', gone: 'docs/guide/set.md' }];
  assert.deepEqual(await fails([...place, ...redirect, ...gone], moved), []);
  assert.deepEqual(await fails([...place, ...redirect], say), ['navigation', 'redirect']);
  assert.deepEqual(await fails(gone, say), ['navigation']);

  assert.deepEqual(await fails([], edit(use, 'Text.', '[x](gone.md)')), ['checks']);
  assert.deepEqual(await fails([]), ['scope'], 'nothing was done');
  assert.deepEqual(await fails([], say, edit('docs/index.md', 'See', 'Look at')), ['scope'], 'another page');
  assert.deepEqual(await fails([], write('docs/guide/set.md', '# Set\n')), ['scope'], 'too much is gone');
  assert.deepEqual(await fails([], remove(use)), ['scope', 'checks']);
});
