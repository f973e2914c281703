import { z } from 'zod';
import { defineTool } from './tool.ts';

export const finish = defineTool({
  name: 'finish',
  description:
    'Ends the work. Call it when the changes are done and validated, or when nothing needs to change. `title`: what the pull request does, in the imperative. `summary`: what changed and why, at most five points. `notVerified`: what a person should check.',
  input: z.object({
    title: z.string().min(1).max(120),
    summary: z.array(z.string().min(1).max(400)).min(1).max(5),
    notVerified: z.array(z.string().min(1).max(400)).max(5).default([]),
  }),
  summary: () => '',
  async run(input, context) {
    context.finish = input;
    return 'The changes are being checked.';
  },
});
