import { z } from 'zod';
import { defineTool } from './tool.ts';

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
