import { edit, type Task } from '../task.ts';

const page = 'docs/reference.md';
const last = '* - `toc_title`\n';

export const task: Task = {
  kind: 'document',
  bed: 'sphinx-book-theme',
  docsRoot: 'docs',
  prompt:
    'Add the theme option from product:theme.conf to the reference of theme options, in the table, with its type and default.',
  product: {
    'theme.conf':
      '[options]\n# Minutes that a reader needs, shown under the title. Off unless it is True.\nuse_reading_time = False\n',
  },
  touches: [page],
  removes: 0,
  graders: [
    {
      kind: 'facts',
      in: page,
      has: ['use_reading_time', 'bool', ['minutes', 'reading time'], ['False', 'off']],
    },
  ],
  right: [
    edit(
      page,
      last,
      `* - \`use_reading_time\`\n  - bool\n  - Show the minutes that a reader needs under the title (\`False\` is default).\n${last}`,
    ),
  ],
  wrong: {
    calls: [
      edit(
        page,
        last,
        `* - \`reading_time\`\n  - bool\n  - Show the minutes that a reader needs (\`False\` is default).\n${last}`,
      ),
    ],
    fails: ['facts'],
  },
};
