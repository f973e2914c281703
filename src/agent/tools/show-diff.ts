import { z } from 'zod';
import { defineTool } from './tool.ts';

const maxLength = 40_000;

export const showDiff = defineTool({
  name: 'show_diff',
  description: 'Shows what this job has changed so far, as a unified diff.',
  input: z.object({}),
  summary: () => 'own changes',
  async run(_, { ownDiff }) {
    const diff = await ownDiff();
    if (diff === '') return 'Nothing is changed yet.';
    return diff.length > maxLength ? `${diff.slice(0, maxLength)}\n… cut` : diff;
  },
});
