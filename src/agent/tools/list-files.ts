import { z } from 'zod';
import { defineTool } from './tool.ts';

const most = 500;

export const listFiles = defineTool({
  name: 'list_files',
  description: 'Lists files of the docs by path. Narrow it with `under`, a folder.',
  input: z.object({ under: z.string().default('') }),
  summary: ({ under }) => under || 'all files',
  async run({ under }, { workspace }) {
    const folder = under.replace(/^\.?\/|\/$/g, '');
    const paths = workspace.list().filter((path) => folder === '' || path.startsWith(`${folder}/`));
    if (paths.length === 0)
      return `No files under ${folder}. The docs root is "${workspace.docsRoot || '/'}".`;
    const rest = paths.length > most ? `\n… and ${paths.length - most} more: narrow it with \`under\`.` : '';
    return paths.slice(0, most).join('\n') + rest;
  },
});
