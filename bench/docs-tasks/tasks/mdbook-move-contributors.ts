import { type Task, edit, move } from '../task.ts';

const from = 'guide/src/misc/contributors.md';
const to = 'guide/src/contributors.md';

export const task: Task = {
  kind: 'restructure',
  bed: 'mdbook',
  docsRoot: 'guide/src',
  prompt:
    'The folder misc holds one page only. Move it up to guide/src/contributors.md; nobody who kept the old address should get a 404.',
  touches: ['guide/src/**/*.md', 'guide/book.toml'],
  removes: 12,
  graders: [
    { kind: 'navigation', page: to, beside: 'guide/src/README.md' },
    { kind: 'redirect', from: '/misc/contributors.html', to },
  ],
  right: [move(from, to)],
  // Without the redirect.
  wrong: {
    calls: [
      move(from, to),
      edit('guide/book.toml', '"/misc/contributors.html" = "../contributors.html"\n', ''),
    ],
    fails: ['redirect'],
  },
};
