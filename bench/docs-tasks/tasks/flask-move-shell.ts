import { type Task, move } from '../task.ts';

const from = 'docs/shell.rst';
const to = 'docs/patterns/shell.rst';

export const task: Task = {
  kind: 'restructure',
  bed: 'flask',
  docsRoot: 'docs',
  prompt:
    'Move the page on the shell (docs/shell.rst) to the patterns, as docs/patterns/shell.rst, and list it there in the contents behind the page on SQLite 3, no longer on the front page.',
  touches: ['docs/**/*.rst'],
  removes: 12,
  graders: [
    { kind: 'navigation', page: to, beside: 'docs/patterns/sqlite3.rst' },
    { kind: 'facts', in: 'docs/index.rst', lacks: ['shell'] },
  ],
  right: [move(from, to), { name: 'place_page', input: { page: to, after: 'docs/patterns/sqlite3.rst' } }],
  // The contents of the front page follow the page; it is not among the patterns.
  wrong: { calls: [move(from, to)], fails: ['facts', 'navigation'] },
};
