import { writeFile } from 'node:fs/promises';
import { defineCommand } from 'citty';
import { proofLine, proofText } from '../agent/proof-text.ts';
import { DocentError } from '../errors.ts';
import { cleanLine } from '../lib/clean-text.ts';
import { proveRevisions } from '../proof/prove-revisions.ts';
import { maxQuestions } from '../proof/ask-both.ts';
import { readQuestions } from '../retrieval/eval/labelled-question.ts';
import { listEvalQuestions } from '../store/eval-questions.ts';
import type { ProvenQuestion } from '../store/jobs.ts';
import { dataOption, docsFolder, jsonOption, pathArgument } from './arguments.ts';
import { exitCodes } from './exit-codes.ts';
import { openDocs } from './open-docs.ts';
import { readText } from './read-text.ts';

export const proveCommand = defineCommand({
  meta: {
    name: 'docent prove',
    description: 'Show which questions a branch gains or loses answers to, before you merge it.',
  },
  args: {
    base: { type: 'positional', required: true, description: 'The branch or commit to compare with.' },
    head: { type: 'positional', required: true, description: 'The branch or commit with the change.' },
    path: pathArgument,
    questions: {
      type: 'string',
      valueHint: 'FILE',
      description:
        'Questions as for `docent eval`; without it the project’s test questions, else what the docs’ own links and headings ask.',
    },
    markdown: {
      type: 'string',
      valueHint: 'FILE',
      description: 'Write the table as Markdown, for a comment.',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    const given = args.questions === undefined ? [] : readQuestions(await readText(args.questions));
    const docs = await openDocs(args.path, { dataFolder: args.data }, { confirmed: true });
    try {
      const { app, project } = docs;
      const stored =
        args.questions === undefined ? await listEvalQuestions(app.store, project.id, maxQuestions) : [];
      const questions = [
        // What the docs do not answer has nothing to lose.
        ...given.filter(({ inDocs }) => inDocs !== false),
        ...stored.map(({ question, expected }) => ({
          question,
          expected: expected === null ? [] : [expected],
        })),
      ];
      if (args.questions !== undefined && questions.length === 0)
        throw new DocentError('invalid_request', `${args.questions} holds no question that the docs answer.`);
      const { signal } = new AbortController();
      const revisions = { folder: docsFolder(args.path), base: args.base, head: args.head };
      const proof = await proveRevisions(app.proof, docs, revisions, questions, signal);
      const { model: _, ...shown } = proof;
      if (args.markdown !== undefined) await writeFile(args.markdown, `${proofText(proof)}\n`);
      console.log(args.json ? JSON.stringify(shown) : describe(proof));
      return proof.lost > 0 ? exitCodes.failure : exitCodes.ok;
    } finally {
      await docs.app.close();
    }
  },
});

/** The same before and after, as far as they are printed; `--json` has them all. */
const maxSame = 20;

/** The questions as a table, first those whose outcome differs. */
function describe(proof: Parameters<typeof proofLine>[0] & { questions: ProvenQuestion[] }): string {
  const changed = proof.questions.filter(({ before, after }) => before !== after);
  const same = proof.questions.filter(({ before, after }) => before === after);
  const rest = same.length - maxSame;
  const rows = [...changed, ...same.slice(0, maxSame)].map((one) => {
    const page = one.page === null ? '' : `  (${cleanLine(one.page || '/')})`;
    return row(one.before, one.after, `${cleanLine(one.question)}${page}`);
  });
  const more = rest > 0 ? [`… and ${rest} more that are as before; --json has them all.`] : [];
  return [`${proofLine(proof)}.`, '', row('before', 'after', 'question  (page)'), ...rows, ...more].join(
    '\n',
  );
}

const width = 'not_in_docs'.length;
const row = (before: string, after: string, question: string) =>
  `${before.padEnd(width)}  ${after.padEnd(width)}  ${question}`;
