import { edit, type Task } from '../task.ts';

const page = 'docs/config/preview-options.md';
const stale = '[`server.strictPort`](./server-options#strict-port)';

export const task: Task = {
  kind: 'fix',
  bed: 'vite',
  docsRoot: 'docs',
  prompt:
    'Issue: "On the page Preview Options, the link at the default of preview.strictPort takes me to the top of Server Options, not to the option."',
  before: [{ path: page, old: '[`server.strictPort`](./server-options#server-strictport)', new: stale }],
  touches: ['docs/config/*.md'],
  removes: 1,
  graders: [
    {
      kind: 'facts',
      in: page,
      under: 'preview.strictPort',
      has: ['server-options#server-strictport'],
      lacks: ['#strict-port'],
    },
  ],
  right: [edit(page, stale, '[`server.strictPort`](./server-options#server-strictport)')],
  // The link is dropped in place of being put right.
  wrong: { calls: [edit(page, stale, '`server.strictPort`')], fails: ['facts'] },
};
