import { type Task, move, remove, write } from '../task.ts';

const from = 'docs/guides/integration/pre-commit.md';
const to = 'docs/guides/hooks/pre-commit.md';

export const task: Task = {
  kind: 'restructure',
  bed: 'uv',
  docsRoot: 'docs',
  prompt:
    'Move the guide on pre-commit to docs/guides/hooks/pre-commit.md. It stays in the navigation where it is, all links to it go on working, and so does its old address.',
  touches: ['docs/**/*.md', 'mkdocs.yml'],
  removes: 12,
  graders: [
    { kind: 'navigation', page: to, beside: 'docs/guides/integration/pytorch.md' },
    { kind: 'redirect', from: '/guides/integration/pre-commit/', to },
  ],
  right: [move(from, to)],
  // The page is written anew under its new name: its text, its place and its links are lost.
  wrong: {
    calls: [
      write(
        'docs/guides/hooks/pre-commit.md',
        '# Using uv in pre-commit\n\nSee the uv-pre-commit repository.\n',
      ),
      remove(from),
    ],
    fails: ['checks', 'navigation', 'redirect', 'scope'],
  },
};
