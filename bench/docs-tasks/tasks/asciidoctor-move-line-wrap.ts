import { type Task, move } from '../task.ts';

const from = 'docs/modules/html-backend/pages/verbatim-line-wrap.adoc';
const to = 'docs/modules/syntax-highlighting/pages/verbatim-line-wrap.adoc';

export const task: Task = {
  kind: 'restructure',
  bed: 'asciidoctor',
  docsRoot: 'docs',
  prompt:
    "The page on line wrapping of verbatim blocks belongs to the module syntax-highlighting. Move it there (pages/verbatim-line-wrap.adoc) and list it in that module's navigation behind the page on Rouge; its old address must go on working, and its examples must be found.",
  touches: ['docs/modules/**/*.adoc'],
  removes: 12,
  graders: [
    { kind: 'navigation', page: to, beside: 'docs/modules/syntax-highlighting/pages/rouge.adoc' },
    { kind: 'facts', in: to, has: ['html-backend:example$wrap.adoc'] },
  ],
  right: [
    move(from, to),
    {
      name: 'place_page',
      input: { page: to, after: 'docs/modules/syntax-highlighting/pages/rouge.adoc' },
    },
  ],
  // It stays in the navigation of the module that it left.
  wrong: { calls: [move(from, to)], fails: ['navigation'] },
};
