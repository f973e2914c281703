import { edit, type Task } from '../task.ts';

const page = 'docs/config.rst';

export const task: Task = {
  kind: 'fix',
  bed: 'flask',
  docsRoot: 'docs',
  prompt:
    'Issue: "A link to the section on instance folders (docs/config.rst) leads nowhere since its label was renamed." Find every such reference and put it right; the label stays as it is named now.',
  before: [{ path: page, old: '.. _instance-folders:', new: '.. _instance-folder-config:' }],
  touches: ['docs/**/*.rst'],
  removes: 8,
  graders: [
    { kind: 'facts', in: page, has: ['.. _instance-folder-config:'] },
    { kind: 'facts', in: 'docs/**/*.rst', lacks: [':ref:`instance-folders`', '<instance-folders>'] },
  ],
  right: [edit('docs/tutorial/factory.rst', '<instance-folders>', '<instance-folder-config>')],
  // The label gets its old name back.
  wrong: { calls: [edit(page, '.. _instance-folder-config:', '.. _instance-folders:')], fails: ['facts'] },
};
