import { z } from 'zod';
import { CheckFailure } from '../checks/checker.ts';
import { searchLines } from '../checks/search-lines.ts';
import { Refusal } from '../refusal.ts';
import { defineTool } from './tool.ts';

const maxMatches = 60;
const maxFiles = 20_000;
const maxLineLength = 200;

export const searchText = defineTool({
  name: 'search_text',
  description:
    'Finds lines in files, ignoring case: in the docs, or in all files that match the glob `path` (`**`, `src/**/*.ts`, `product:**`). `regex` reads `text` as an RE2 regular expression; `context` adds that many lines around each match.',
  input: z.object({
    text: z.string().min(1).max(300),
    regex: z.boolean().default(false),
    path: z.string().max(500).default(''),
    context: z.number().int().min(0).max(10).default(0),
  }),
  summary: ({ text, path }) => `"${text}"${path === '' ? '' : ` in ${path}`}`,
  async run({ text, regex, path, context }, { workspace, library }) {
    const files = path === '' ? workspace.list() : await library.list(path);
    const found: string[] = [];
    let matches = 0;
    for (const [file, content] of await library.readAll(files.slice(0, maxFiles))) {
      if (matches >= maxMatches) break;
      if (!regex && !content.toLowerCase().includes(text.toLowerCase())) continue;
      const options = { isPattern: regex, context, max: maxMatches - matches };
      const lines = !regex
        ? searchLines(content, text, options)
        : await workspace.checker.run('search', content, text, options).catch((error: unknown) => {
            throw error instanceof CheckFailure
              ? new Refusal(`The pattern does not work: ${error.message}`)
              : error;
          });
      matches += lines.filter(({ isMatch }) => isMatch).length;
      for (const { line, text: shown, isMatch } of lines)
        found.push(`${file}:${line}${isMatch ? ':' : '-'} ${shown.trim().slice(0, maxLineLength)}`);
    }
    if (found.length === 0) return `No line holds "${text}".`;
    return (
      found.join('\n') +
      (matches >= maxMatches ? `\n… the first ${maxMatches} lines. Narrow it with \`path\`.` : '')
    );
  },
});
