import { edit, write, type Task } from '../task.ts';

const page = 'docs/tables.md';
const options = 'docs/options.md';
const text =
  '# Tables\n\nWith [`responsiveTables`](options#responsivetables) set to `true`, the default, tables flow vertically on small screens; with `false` they scroll.\n';

export const task: Task = {
  kind: 'restructure',
  bed: 'docsify-themeable',
  docsRoot: 'docs',
  prompt:
    'Make a page docs/tables.md that says in two sentences how tables behave on small screens and which option sets it, linked to the option. List it in the sidebar behind "Options".',
  touches: [page, 'docs/sidebar.md', options],
  graders: [
    {
      kind: 'facts',
      in: page,
      has: ['responsiveTables', 'options', ['small screens', 'smaller screens'], 'true'],
    },
    { kind: 'navigation', page, beside: options },
  ],
  right: [write(page, text), { name: 'place_page', input: { page, after: options } }],
  // The link leads to a heading that is not there.
  wrong: {
    calls: [
      write(page, text.replace('#responsivetables', '#responsive-tables')),
      edit('docs/sidebar.md', '- [Options](options)\n', '- [Options](options)\n- [Tables](tables)\n'),
    ],
    fails: ['checks'],
  },
};
