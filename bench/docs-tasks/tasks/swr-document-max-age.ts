import { edit, type Task } from '../task.ts';

const page = 'content/docs/api.mdx';
const after =
  "- `keepPreviousData = false`: return the previous key's data until the new data has been loaded [(details)](/docs/advanced/understanding#return-previous-data-for-better-ux)\n";

export const task: Task = {
  kind: 'document',
  bed: 'swr-site',
  docsRoot: 'content',
  prompt:
    'Document the new option of useSWR in the English API reference. It is in product:src/_internal/max-age.ts. The translations follow later.',
  product: {
    'src/_internal/max-age.ts': `/**
 * \`maxAge\`: milliseconds after which cached data is not given out any more. With it, \`data\` is \`undefined\` until the
 * fetcher has answered. 0, the default, keeps data for ever.
 */
export const isTooOld = (at: number, { maxAge = 0 }: { maxAge?: number }) =>
  maxAge > 0 && Date.now() - at > maxAge
`,
  },
  touches: [page],
  removes: 0,
  graders: [
    {
      kind: 'facts',
      in: page,
      under: 'Options',
      has: ['maxAge = 0', ['milliseconds', 'ms'], 'undefined'],
      lacks: ['maxAge = 2000'],
    },
  ],
  right: [
    edit(
      page,
      after,
      `${after}- \`maxAge = 0\`: time in milliseconds after which cached data is no longer returned and \`data\` is \`undefined\` until the fetcher has answered; \`0\` keeps it for ever\n`,
    ),
  ],
  // A translation is changed as well.
  wrong: {
    calls: [
      edit(page, after, `${after}- \`maxAge = 0\`: milliseconds after which \`data\` is \`undefined\`\n`),
      edit('content/docs/api.fr.mdx', 'title:', 'description: API\ntitle:'),
    ],
    fails: ['scope'],
  },
};
