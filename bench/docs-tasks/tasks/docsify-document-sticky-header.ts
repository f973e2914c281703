import { edit, type Task } from '../task.ts';

const page = 'docs/options.md';
const before = '## responsiveTables\n';
const section = (fallback: string) =>
  `## stickySidebar\n\n- Type: \`boolean | number\`\n- Default: \`${fallback}\`\n\nKeeps the sidebar in place while the page scrolls. A number is the distance from the top in pixels.\n\n${before}`;

export const task: Task = {
  kind: 'document',
  bed: 'docsify-themeable',
  docsRoot: 'docs',
  prompt:
    'Add the option stickySidebar to the options page, in the style of the others there. It is in product:src/js/sticky.js.',
  product: {
    'src/js/sticky.js': `const defaults = { stickySidebar: false };

// true: at the top of the window; a number: that many pixels below it.
export function stick(sidebar, { stickySidebar } = defaults) {
  if (stickySidebar === false) return;
  sidebar.style.position = 'sticky';
  sidebar.style.top = stickySidebar === true ? '0' : stickySidebar + 'px';
}
`,
  },
  touches: [page],
  removes: 0,
  graders: [
    {
      kind: 'facts',
      in: page,
      under: 'stickySidebar',
      has: ['Default: false', ['boolean | number', 'boolean|number', 'number'], ['pixels', 'px']],
    },
  ],
  right: [edit(page, before, section('false'))],
  wrong: { calls: [edit(page, before, section('true'))], fails: ['facts'] },
};
