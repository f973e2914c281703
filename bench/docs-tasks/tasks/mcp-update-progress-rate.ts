import { edit, type Task } from '../task.ts';

const page = 'docs/specification/draft/basic/patterns/progress.mdx';
const note = '- Both parties **SHOULD** implement rate limiting to prevent flooding\n';

export const task: Task = {
  kind: 'update',
  bed: 'mcp',
  docsRoot: 'docs',
  prompt:
    'The schema of the draft now limits progress notifications (product:schema/draft/schema.ts). Change the draft of the specification, in the implementation notes on progress. Published versions stay as they are.',
  product: {
    'schema/draft/schema.ts': `export interface ProgressNotificationParams {
  progressToken: ProgressToken;
  progress: number;
  total?: number;
  /**
   * Senders MUST NOT send more than ten notifications a second for one token. The last one, with which progress ends,
   * is exempt. Receivers MAY drop what exceeds this.
   */
  message?: string;
}
`,
  },
  touches: [page],
  removes: 1,
  graders: [
    {
      kind: 'facts',
      in: page,
      under: 'Implementation Notes',
      has: ['MUST NOT', ['ten', '10'], ['second'], ['exempt', 'except', 'last', 'final'], 'MAY'],
    },
    {
      kind: 'facts',
      in: 'docs/specification/2026-07-28/basic/patterns/progress.mdx',
      has: ['SHOULD implement rate limiting'],
    },
  ],
  right: [
    edit(
      page,
      note,
      `${note}- Senders **MUST NOT** send more than ten notifications a second for one token; the last one is exempt\n- Receivers **MAY** drop notifications that exceed this\n`,
    ),
  ],
  // A published version is changed too.
  wrong: {
    calls: [
      edit(
        page,
        note,
        `${note}- Senders **MUST NOT** send more than ten notifications a second; the last one is exempt. Receivers **MAY** drop others\n`,
      ),
      edit(
        'docs/specification/2026-07-28/basic/patterns/progress.mdx',
        note,
        `${note}- At most ten a second\n`,
      ),
    ],
    fails: ['scope'],
  },
};
