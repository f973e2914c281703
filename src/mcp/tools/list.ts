import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ListedPage } from '../../retrieval/list-pages.ts';
import type { Docs } from '../docs.ts';
import { pageId } from '../page-id.ts';
import { estimateTokens, maxTokens } from '../token-budget.ts';
import { readOnly, result } from '../tool-result.ts';

const inputSchema = z.object({
  under: z.string().max(2000).default('').describe('Only what is in this folder, as in `guide/deploy`.'),
  version: z.string().max(100).optional().describe('Without it, the default version.'),
  language: z.string().max(35).optional().describe('Without it, the default language.'),
  maxTokens,
});

const outputSchema = z.object({
  pages: z.array(z.object({ path: z.string(), title: z.string() })),
  folders: z
    .array(z.object({ path: z.string(), pages: z.number() }))
    .describe('Folders whose pages did not fit; list them with `under`.'),
  total: z.number().describe('Of all pages, in folders too.'),
});
type Tree = z.infer<typeof outputSchema>;

export function addListTool(server: McpServer, docs: Docs): void {
  server.registerTool(
    'list',
    {
      title: 'List the pages of the docs',
      description: `The pages of the ${docs.name} docs by folder; for many pages, the folders with their number of pages.`,
      inputSchema,
      outputSchema,
      annotations: readOnly,
    },
    async ({ under, version, language, maxTokens: budget }) => {
      const folder = under.replace(/^\/+|(?<!\/)\/+$/g, '');
      const all = docs.index.list({ version, language, groups: docs.groups });
      const pages = all.filter(
        ({ path }) => folder === '' || path === folder || path.startsWith(`${folder}/`),
      );
      const tree = asTree(pages, folder, budget);
      return result(asText(tree), tree);
    },
  );
}

/** All pages if they fit; else one level of folders, as far as it fits. */
function asTree(pages: readonly ListedPage[], folder: string, budget: number): Tree {
  const whole = {
    pages: pages.map(asListed),
    folders: [],
    total: pages.length,
  };
  if (estimateTokens(asText(whole)) <= budget) return whole;
  const depth = folder === '' ? 1 : folder.split('/').length + 1;
  const groups = Map.groupBy(pages, ({ path }) => path.split('/').slice(0, depth).join('/'));
  const tree: Tree = { pages: [], folders: [], total: pages.length };
  let left = budget - 40;
  for (const [path, inside] of groups) {
    const [first] = inside;
    const isPage = inside.length === 1;
    left -= estimateTokens(`${path} ${first!.title}`) + 4;
    if (left < 0) break;
    if (isPage) tree.pages.push(asListed(first!));
    else tree.folders.push({ path, pages: inside.length });
  }
  return tree;
}

function asListed({ path, title }: ListedPage) {
  return { path: pageId(path), title };
}

function asText({ pages, folders, total }: Tree): string {
  if (total === 0) return 'There are no pages here.';
  const shown = pages.length + folders.reduce((sum, folder) => sum + folder.pages, 0);
  const rest =
    shown < total ? [`… and ${total - shown} more pages: search, or list with more maxTokens.`] : [];
  return [
    ...folders.map(({ path, pages: inside }) => `- ${path}/ (${inside} pages)`),
    ...pages.map(({ path, title }) => `- ${path}: ${title}`),
    ...rest,
  ].join('\n');
}
