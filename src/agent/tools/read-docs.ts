import { z } from 'zod';
import { defineTool } from './tool.ts';
import { readSite } from '../checks/read-site.ts';
import { isDocsFile } from '../../content/site/endings.ts';

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

const maxPages = 400;

export const listPages = defineTool({
  name: 'list_pages',
  description: 'Lists the pages of the site with titles and addresses, as they are with your changes.',
  input: z.object({ under: z.string().max(500).default('') }),
  summary: ({ under }) => under || 'all pages',
  async run({ under }, { workspace }) {
    const site = await readSite(workspace, 'now');
    const folder = under.replace(/^\.?\/|\/$/g, '');
    const pages = site.pages.filter((page) => folder === '' || page.startsWith(`${folder}/`));
    const titles = [...(await site.titles(pages.slice(0, maxPages)))];
    const rest =
      pages.length > maxPages ? `\n… and ${pages.length - maxPages} more: narrow it with \`under\`.` : '';
    return titles.map(([file, title]) => `${file} — ${title} (/${site.address(file)})`).join('\n') + rest;
  },
});

// Declarations at the beginning of a line, or in a class, in common programming languages.
const declaration =
  /^ {0,4}(?:export |default |public |private |protected |static |async |abstract |pub(?:\([a-z]{1,10}\))? |final |override |const |let )*(?:function|class|interface|type|enum|struct|trait|impl|def|fn|func|fun|module|namespace|record|const|object)\b.{1,160}/;
const maxLines = 300;

export const outline = defineTool({
  name: 'outline',
  description: 'Shows the headings of a page, or the declarations of a code file, with their lines.',
  input: z.object({ path: z.string() }),
  summary: ({ path }) => path,
  async run({ path }, { library, workspace }) {
    const text = await library.read(path);
    const found = isDocsFile(path)
      ? (await workspace.checker.run('scan', path, text, 'plain')).headings.map(
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

const maxRead = 800;

export const readFile = defineTool({
  name: 'read_file',
  description: `Reads a file of any repository, with line numbers (\`docs/a.md\`, \`src/b.ts\`, \`product:src/c.ts\`). At most ${maxRead} lines at once: go on with \`from\`.`,
  input: z.object({ path: z.string(), from: z.number().int().min(1).default(1) }),
  summary: ({ path }) => path,
  async run({ path, from }, { library }) {
    const lines = (await library.read(path)).split('\n');
    const shown = lines.slice(from - 1, from - 1 + maxRead);
    const numbered = shown.map((line, index) => `${String(from + index).padStart(4)}\t${line}`);
    const left = lines.length - (from - 1 + shown.length);
    return (
      numbered.join('\n') + (left > 0 ? `\n… ${left} more lines: read on with from=${from + maxRead}.` : '')
    );
  },
});
