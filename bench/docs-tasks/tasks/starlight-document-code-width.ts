import { edit, type Task } from '../task.ts';

const page = 'docs/src/content/docs/components/code.mdx';
const end =
  'The `<Code>` component accepts all the props documented in the [Expressive Code “Code Component” docs](https://expressive-code.com/key-features/code-component/#available-props).\n';

export const task: Task = {
  kind: 'document',
  bed: 'starlight',
  docsRoot: 'docs',
  prompt:
    'The Code component got a prop of its own in product:packages/starlight/user-components/Code.astro. Document it at the end of the English page of the component.',
  product: {
    'packages/starlight/user-components/Code.astro': `---
import { Code as Base } from 'astro-expressive-code/components';

interface Props {
  /** Lines that are shown before a button "Show all". 0 shows all. @default 0 */
  collapseAfter?: number;
}
const { collapseAfter = 0, ...rest } = Astro.props;
---
`,
  },
  touches: [page],
  removes: 1,
  graders: [
    {
      kind: 'facts',
      in: page,
      under: 'Props',
      has: ['collapseAfter', 'number', ['default: 0', 'default is 0', 'by default', '0'], 'Show all'],
    },
  ],
  right: [
    edit(
      page,
      end,
      `${end}\n### \`collapseAfter\`\n\n**type:** \`number\`  \n**default:** \`0\`\n\nThe number of lines to display before a “Show all” button. With \`0\` all lines are displayed.\n`,
    ),
  ],
  // The page would no longer compile, or bring in what the docs did not have.
  wrong: {
    calls: [
      edit(
        page,
        end,
        `${end}\n### \`collapseAfter\`\n\nA number, \`0\` by default, of lines before “Show all”. See [the demo](/components/code-demo/).\n`,
      ),
    ],
    fails: ['checks'],
  },
};
