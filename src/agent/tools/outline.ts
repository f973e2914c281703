import { z } from 'zod';
import { defineTool } from './tool.ts';
import { isDocsFile } from '../../content/site/endings.ts';

// Declarations at the beginning of a line, or in a class, in common programming languages.
const declaration =
  /^ {0,4}(?:export |default |public |private |protected |static |async |abstract |pub(?:\([a-z]{1,10}\))? |final |override |const |let )*(?:function|class|interface|type|enum|struct|trait|impl|def|fn|func|fun|module|namespace|record|const|object)\b.{1,160}/;
const maxLines = 300;

export const outline = defineTool({
  name: 'outline',
  description: 'Shows the headings of a page, or the declarations of a code file, with their lines.',
  input: z.object({ path: z.string() }),
  summary: ({ path }) => path,
  async run({ path }, { library, checker }) {
    const text = await library.read(path);
    const found = isDocsFile(path)
      ? (await checker.run('scan', path, text, 'plain')).headings.map(
          ({ depth, text: heading, line }) => `${line}\t${'#'.repeat(depth)} ${heading}`,
        )
      : text
          .split('\n')
          .flatMap((line, index) =>
            declaration.test(line) ? [`${index + 1}\t${line.trimEnd().slice(0, 160)}`] : [],
          );
    if (found.length === 0) return `${path} has no headings or declarations. Read it with read_file.`;
    return (
      found.slice(0, maxLines).join('\n') +
      (found.length > maxLines ? `\n… and ${found.length - maxLines} more.` : '')
    );
  },
});
