import { z } from 'zod';
import { defineTool } from './tool.ts';

export const deleteFile = defineTool({
  name: 'delete_file',
  description: 'Deletes a file. Links to it must be changed too; validate tells which.',
  input: z.object({ path: z.string() }),
  summary: ({ path }) => path,
  async run({ path }, { workspace }) {
    workspace.remove(path);
    return `Deleted ${path}.`;
  },
});
