import { z } from 'zod';
import { defineTool } from './tool.ts';

const maxPaths = 500;

export const listFiles = defineTool({
  name: 'list_files',
  description:
    'Lists files by path; without `glob` those of the docs. Globs support *, ** and {a,b}, and match in the whole repository (`src/**/*.ts`) and in the read-only ones (`product:src/**`).',
  input: z.object({ glob: z.string().max(500).default(''), under: z.string().max(500).default('') }),
  summary: ({ glob, under }) => glob || under || 'all docs',
  async run({ glob, under }, { workspace, library }) {
    const folder = under.replace(/^\.?\/|\/$/g, '');
    const paths =
      glob === ''
        ? workspace.list().filter((path) => folder === '' || path.startsWith(`${folder}/`))
        : await library.list(folder === '' ? glob : `${folder}/${glob}`);
    if (paths.length === 0) return `No such files. The docs root is "${workspace.docsRoot || '/'}".`;
    const rest =
      paths.length > maxPaths ? `\n… and ${paths.length - maxPaths} more: narrow it with \`glob\`.` : '';
    return paths.slice(0, maxPaths).join('\n') + rest;
  },
});
