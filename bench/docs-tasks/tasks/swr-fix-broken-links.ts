import { edit, type Task } from '../task.ts';

const fetching = 'content/docs/data-fetching.mdx';
const handling = 'content/docs/error-handling.mdx';

export const task: Task = {
  kind: 'fix',
  bed: 'swr-site',
  docsRoot: 'content',
  prompt:
    'Issue: "Two links in the English docs give 404: the one on multiple arguments at the end of Data Fetching, and the first link of Error Handling." Put them right.',
  before: [
    {
      path: fetching,
      old: '[Multiple Arguments](/docs/arguments)',
      new: '[Multiple Arguments](/docs/multiple-arguments)',
    },
    { path: handling, old: '[`fetcher`](/docs/data-fetching)', new: '[`fetcher`](/docs/fetching)' },
  ],
  touches: [fetching, handling],
  removes: 2,
  graders: [
    { kind: 'facts', in: fetching, has: ['[Multiple Arguments](/docs/arguments'] },
    { kind: 'facts', in: handling, has: ['(/docs/data-fetching'] },
  ],
  right: [
    edit(fetching, '/docs/multiple-arguments', '/docs/arguments'),
    edit(handling, '/docs/fetching', '/docs/data-fetching'),
  ],
  wrong: { calls: [edit(fetching, '/docs/multiple-arguments', '/docs/arguments')], fails: ['facts'] },
};
