import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { sectionMarkdown } from '../../assistant/section-markdown.ts';
import type { IndexedPage } from '../../retrieval/read-page.ts';
import { cutLines } from '../cut-lines.ts';
import type { Docs } from '../docs.ts';
import { findPage, pageId } from '../page-id.ts';
import { maxTokens } from '../token-budget.ts';
import { failure, readOnly, result } from '../tool-result.ts';

const maxNamedAnchors = 60;
const line = z.number().int().min(1);

const inputSchema = z.object({
  page: z
    .string()
    .min(1)
    .max(2000)
    .describe(
      'The path or URL of a page, or an id that search or list gave; with `#anchor` only that section.',
    ),
  fromLine: line.optional().describe('The first line, counted from 1.'),
  fromCharacter: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      'Where in that line to begin, counted from 0; only for a line that is too long for one answer.',
    ),
  toLine: line.optional().describe('The last line.'),
  maxTokens,
});

const outputSchema = z.object({
  path: z.string(),
  title: z.string(),
  url: z.string(),
  fromLine: z.number(),
  toLine: z.number(),
  totalLines: z.number(),
  nextLine: z.number().nullable().describe('Give it as fromLine to read on; null at the end.'),
  nextCharacter: z.number().describe('Give it as fromCharacter with nextLine: not 0 in a line that was cut.'),
  text: z.string().describe('Markdown.'),
});

export function addReadTool(server: McpServer, docs: Docs): void {
  server.registerTool(
    'read',
    {
      title: 'Read a page of the docs',
      description: `A page of the ${docs.name} docs as Markdown, one of its sections or some of its lines. Long pages come in parts.`,
      inputSchema,
      outputSchema,
      annotations: readOnly,
    },
    async ({ page: wanted, fromLine, fromCharacter, toLine, maxTokens: budget }) => {
      const page = findPage(docs, wanted);
      if (page === undefined) return failure('There is no such page. Use an id that search or list gave.');
      const lines = page.markdown.split('\n');
      const anchor = wanted.split('#')[1];
      const section = anchor ? linesOf(page, anchor, docs) : { from: 1, to: lines.length };
      if (typeof section === 'string') return failure(section);
      const from = Math.max(1, Math.min(fromLine ?? section.from, lines.length));
      const to = Math.max(from, Math.min(toLine ?? section.to, lines.length));
      const cut = cutLines(lines, from, to, budget, fromCharacter);
      const { title } = page;
      const url = docs.addressOf(page.url);
      const within = cut.nextCharacter > 0 ? ` and fromCharacter ${cut.nextCharacter}` : '';
      const onwards = cut.next === null ? '' : `; read on with fromLine ${cut.next}${within}`;
      const head = `# ${title}\n<${url}>, lines ${cut.from}–${cut.to} of ${lines.length}${onwards}`;
      return result(`${head}\n\n${cut.text}`, {
        path: pageId(page.path),
        title,
        url,
        fromLine: cut.from,
        toLine: cut.to,
        totalLines: lines.length,
        nextLine: cut.next,
        nextCharacter: cut.nextCharacter,
        text: cut.text,
      });
    },
  );
}

/** The lines of a section with its heading, or else a list of the page's anchors. */
function linesOf(page: IndexedPage, anchor: string, docs: Docs): { from: number; to: number } | string {
  const sections = docs.index.sections(page.path, docs.groups);
  const section = sections.find((one) => one.anchor === anchor);
  const body = section && sectionMarkdown(page, section);
  const start = body ? page.markdown.indexOf(body) : -1;
  if (section === undefined || body === undefined || start < 0) {
    const anchors = [...new Set(sections.flatMap((one) => one.anchor ?? []))].slice(0, maxNamedAnchors);
    return `The page has no such section. It has ${anchors.map((name) => `#${name}`).join(', ') || 'none'}.`;
  }
  const before = page.markdown.slice(0, start).trimEnd();
  const from = Math.max(1, before.split('\n').length);
  return { from, to: page.markdown.slice(0, start + body.length).split('\n').length };
}
