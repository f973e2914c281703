import { write, type Task } from '../task.ts';

const page = 'docs/usage/limiting-history.md';
const beside = 'docs/usage/ImplementingUndoHistory.md';
const text = (count: string) =>
  `---\nid: limiting-history\ntitle: Limiting History\n---\n\n# Limiting History\n\nPass \`{ limit: ${count} }\` to \`undoable\`: older states are dropped. See [Implementing Undo History](./ImplementingUndoHistory.md).\n`;

export const task: Task = {
  kind: 'gap',
  bed: 'redux',
  docsRoot: 'docs',
  prompt:
    'Gap: "how do I keep the undo history from growing without end?" Write docs/usage/limiting-history.md from product:src/undoable.ts, link it to the page on undo history, and list it in the sidebar beside that page.',
  product: {
    'src/undoable.ts':
      'type Options = {\n  /** How many past states are kept. Older ones are dropped. @default 50 */\n  limit?: number\n}\nexport declare function undoable(reducer: Reducer, options?: Options): Reducer\n',
  },
  touches: [page, 'website/sidebars.js', beside],
  graders: [
    { kind: 'facts', in: page, has: ['limit', '50', 'undoable', 'ImplementingUndoHistory'] },
    { kind: 'navigation', page, beside },
  ],
  right: [write(page, text('50')), { name: 'place_page', input: { page, after: beside } }],
  // The sidebar is right, the number is not.
  wrong: {
    calls: [write(page, text('100')), { name: 'place_page', input: { page, after: beside } }],
    fails: ['facts'],
  },
};
