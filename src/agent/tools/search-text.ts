import { z } from 'zod';
import { defineTool } from './tool.ts';

const most = 60;
const maxLineLength = 200;

export const searchText = defineTool({
  name: 'search_text',
  description:
    'Finds lines that contain a text, in all docs files, upper and lower case alike. Not a pattern.',
  input: z.object({ text: z.string().min(1).max(200) }),
  summary: ({ text }) => `"${text}"`,
  async run({ text }, { workspace }) {
    const wanted = text.toLowerCase();
    const hits: string[] = [];
    for (const [path, content] of await workspace.readAll(workspace.list())) {
      if (!content.toLowerCase().includes(wanted)) continue;
      content.split('\n').forEach((line, index) => {
        if (line.toLowerCase().includes(wanted))
          hits.push(`${path}:${index + 1}: ${line.trim().slice(0, maxLineLength)}`);
      });
    }
    if (hits.length === 0) return `No line holds "${text}".`;
    const rest = hits.length > most ? `\n… and ${hits.length - most} more lines.` : '';
    return hits.slice(0, most).join('\n') + rest;
  },
});
