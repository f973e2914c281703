import { z } from 'zod';
import { defineTool } from './tool.ts';

export const writeFile = defineTool({
  name: 'write_file',
  description: 'Writes a whole file: for new pages. Change existing pages with edit_file.',
  input: z.object({ path: z.string(), content: z.string() }),
  summary: ({ path }) => path,
  async run({ path, content }, { workspace }) {
    const existed = workspace.has(path);
    await workspace.write(path, content.endsWith('\n') ? content : `${content}\n`);
    return existed ? `Wrote ${path} anew.` : `Made ${path}. Add it to the navigation if the docs have one.`;
  },
});
