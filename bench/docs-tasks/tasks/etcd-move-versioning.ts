import { type Task, edit, move } from '../task.ts';

const from = 'content/en/docs/v3.6/op-guide/versioning.md';
const to = 'content/en/docs/v3.6/learning/versioning.md';

export const task: Task = {
  kind: 'restructure',
  bed: 'etcd',
  docsRoot: 'content/en',
  prompt:
    'Move the page on versioning of v3.6 from the operations guide to the section on learning (content/en/docs/v3.6/learning/versioning.md). Old links from other sites must go on working.',
  touches: ['content/en/docs/v3.6/**'],
  removes: 12,
  graders: [{ kind: 'redirect', from: '/docs/v3.6/op-guide/versioning/', to }],
  right: [move(from, to)],
  // The alias is taken away again.
  wrong: {
    calls: [
      move(from, to),
      edit(
        'content/en/docs/v3.6/learning/versioning.md',
        'aliases:\n  - /docs/v3.6/op-guide/versioning/\n',
        '',
      ),
    ],
    fails: ['checks', 'redirect'],
  },
};
