import { write, type Task } from '../task.ts';

const page = 'docs/guide/monorepos.md';
const text =
  '# Monorepos\n\nVite looks for the root of the workspace from the project upwards and serves files below it. See [`server.fs.allow`](/config/server-options#server-fs-allow). A linked package is watched when it is named in `workspaces.watch`; the default is `[]`.\n';

export const task: Task = {
  kind: 'gap',
  bed: 'vite',
  docsRoot: 'docs',
  prompt:
    'Readers ask how Vite works in a monorepo, and no page says it. Write a short page docs/guide/monorepos.md from product:docs/notes/monorepo.md, link it to the option server.fs.allow, and put it into the sidebar of the guide behind "Performance".',
  product: {
    'docs/notes/monorepo.md':
      '# Notes of the maintainers\n\n- The workspace root is searched from the project root upwards; files below it may be served (server.fs.allow).\n- New: `workspaces.watch: string[]`, default `[]`: names of linked packages whose sources are watched.\n',
  },
  touches: [page, 'docs/.vitepress/config.ts'],
  graders: [
    {
      kind: 'facts',
      in: page,
      has: [
        'workspaces.watch',
        'server-options#server-fs-allow',
        ['default is []', 'default: []', 'defaults to []'],
      ],
    },
    { kind: 'navigation', page, beside: 'docs/guide/performance.md' },
  ],
  right: [
    write(page, text),
    { name: 'place_page', input: { page, after: 'docs/guide/performance.md', title: 'Monorepos' } },
  ],
  // Nobody finds it.
  wrong: { calls: [write(page, text)], fails: ['navigation'] },
};
