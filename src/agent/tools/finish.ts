import { z } from 'zod';
import { withoutMarks } from '../../models/marks/without-marks.ts';
import { defineTool } from './tool.ts';
import { checkRemovals } from '../checks/check-removals.ts';
import { checkChanges } from '../checks/check-changes.ts';
import { describeFinding } from '../checks/finding.ts';

export const finish = defineTool({
  name: 'finish',
  description:
    'Ends the work. Call it when the changes are done and validated, or when nothing needs to change. `title`: what the pull request does, in the imperative. `summary`: what changed and why, at most five points. `notVerified`: what a person should check. `answers`: one for each reviewer comment, with its number; `done` when nothing of it is left open.',
  input: z.object({
    title: z.string().min(1).max(120),
    summary: z.array(z.string().min(1).max(400)).min(1).max(5),
    notVerified: z.array(z.string().min(1).max(400)).max(5).default([]),
    answers: z
      .array(
        z.object({ comment: z.string().max(100), text: z.string().min(1).max(1_000), done: z.boolean() }),
      )
      .max(30)
      .optional(),
  }),
  summary: () => '',
  async run(input, context) {
    context.finish = {
      ...input,
      title: withoutMarks(input.title) || input.title,
      summary: input.summary.map(withoutMarks).filter(Boolean),
      notVerified: input.notVerified.map(withoutMarks).filter(Boolean),
      ...(input.answers && {
        answers: input.answers.map((answer) => ({ ...answer, text: withoutMarks(answer.text) || 'Done.' })),
      }),
    };
    return 'The changes are being checked.';
  },
});

export const plan = defineTool({
  name: 'plan',
  description: 'Sets the to-do list that people see. Keep it short and tick off what is done.',
  input: z.object({
    items: z.array(z.object({ text: z.string().min(1).max(200), done: z.boolean().default(false) })).max(20),
  }),
  summary: ({ items }) => `${items.filter(({ done }) => done).length} of ${items.length} done`,
  async run({ items }, context) {
    context.todo = items;
    return 'Noted.';
  },
});

export const validate = defineTool({
  name: 'validate',
  description:
    'Checks all changes of this pull request: syntax, front matter, links, anchors, images, navigation, redirects, secrets. Reports only what they broke.',
  input: z.object({}),
  summary: () => 'changes',
  async run(_, { wholeChange }) {
    const whole = await wholeChange();
    const findings = [...(await checkChanges(whole)), ...(await checkRemovals(whole))];
    return findings.length === 0
      ? 'Nothing is broken.'
      : findings.slice(0, 40).map(describeFinding).join('\n');
  },
});
