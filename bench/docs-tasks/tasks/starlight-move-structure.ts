import { type Task, edit, move } from '../task.ts';

const from = 'docs/src/content/docs/manual-setup.mdx';
const to = 'docs/src/content/docs/guides/manual-setup.mdx';

export const task: Task = {
  kind: 'restructure',
  bed: 'starlight',
  docsRoot: 'docs',
  prompt:
    'Move the English page on manual setup into the folder guides. Keep it in the sidebar where it is, and keep its old address working. The translations stay where they are.',
  touches: ['docs/src/content/docs/**/*.{md,mdx}', 'docs/astro.config.mjs'],
  removes: 12,
  graders: [
    { kind: 'navigation', page: to, beside: 'docs/src/content/docs/getting-started.mdx' },
    { kind: 'redirect', from: '/manual-setup/', to },
  ],
  right: [move(from, to)],
  // The redirect leads from an address that never was.
  wrong: {
    calls: [move(from, to), edit('docs/astro.config.mjs', "'/manual-setup/'", "'/setup/'")],
    fails: ['redirect'],
  },
};
