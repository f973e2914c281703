import { type Task, move } from '../task.ts';

const from = 'docs/tutorials/videos.md';
const to = 'docs/introduction/videos.md';

export const task: Task = {
  kind: 'restructure',
  bed: 'redux',
  docsRoot: 'docs',
  prompt:
    'Move the page on videos from the tutorials to the introduction, to docs/introduction/videos.md, and put it into the sidebar behind "Learning Resources".',
  touches: ['docs/**/*.{md,mdx}', 'website/sidebars.js'],
  removes: 12,
  graders: [{ kind: 'navigation', page: to, beside: 'docs/introduction/LearningResources.md' }],
  right: [
    move(from, to),
    { name: 'place_page', input: { page: to, after: 'docs/introduction/LearningResources.md' } },
  ],
  // It is moved, and stays among the tutorials in the sidebar.
  wrong: { calls: [move(from, to)], fails: ['navigation'] },
};
