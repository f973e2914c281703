import { z } from 'zod';
import { defineTool } from './tool.ts';

const maxLines = 800;

export const readFile = defineTool({
  name: 'read_file',
  description: `Reads a file of any repository, with line numbers (\`docs/a.md\`, \`src/b.ts\`, \`product:src/c.ts\`). At most ${maxLines} lines at once: go on with \`from\`.`,
  input: z.object({ path: z.string(), from: z.number().int().min(1).default(1) }),
  summary: ({ path }) => path,
  async run({ path, from }, { library }) {
    const lines = (await library.read(path)).split('\n');
    const shown = lines.slice(from - 1, from - 1 + maxLines);
    const numbered = shown.map((line, index) => `${String(from + index).padStart(4)}\t${line}`);
    const left = lines.length - (from - 1 + shown.length);
    return (
      numbered.join('\n') + (left > 0 ? `\n… ${left} more lines: read on with from=${from + maxLines}.` : '')
    );
  },
});
