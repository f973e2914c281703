import { remove, type Task } from '../task.ts';

const gone = 'docs/examples.mdx';
const intro = 'docs/docs/2026-07-28/getting-started/intro.mdx';

export const task: Task = {
  kind: 'restructure',
  bed: 'mcp',
  docsRoot: 'docs',
  prompt:
    'The page with example servers (docs/examples.mdx) is given up. Remove it from the docs and from the navigation of every version, and send its readers, and those of old links, to the introduction of 2026-07-28 by a redirect.',
  touches: ['docs/**/*.mdx', 'docs/docs.json'],
  removes: 130,
  graders: [
    { kind: 'navigation', gone },
    { kind: 'redirect', from: '/examples', to: intro },
  ],
  right: [{ name: 'delete_file', input: { path: gone, redirectTo: intro } }],
  // Readers who kept the address get a 404, and so do those who follow a link.
  wrong: { calls: [remove(gone)], fails: ['checks', 'redirect'] },
};
