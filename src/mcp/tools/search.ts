import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { sectionTitle, sectionUrl } from '../../assistant/retrieved.ts';
import { sectionMarkdown } from '../../assistant/section-markdown.ts';
import type { PageHit, SectionHit } from '../../retrieval/search.ts';
import { cutLines } from '../cut-lines.ts';
import type { Docs } from '../docs.ts';
import { pageId } from '../page-id.ts';
import { estimateTokens, maxTokens } from '../token-budget.ts';
import { readOnly, result } from '../tool-result.ts';

const pagesOfSearch = 10;

const inputSchema = z.object({
  query: z
    .string()
    .min(1)
    .max(10_000)
    .describe('A question or keywords, in the words and in the language of the docs.'),
  version: z.string().max(100).optional().describe('Only pages of this version of the product.'),
  language: z.string().max(35).optional().describe('Only pages in this language, such as `en`.'),
  maxTokens,
});

const link = { id: z.string().describe('For read.'), title: z.string(), url: z.string() };
const outputSchema = z.object({
  results: z.array(z.object({ ...link, text: z.string() })).describe('Whole sections, best first.'),
  more: z.array(z.object(link)).describe('What was found and did not fit.'),
  usedMeaning: z.boolean().describe('Whether meaning was compared, not words alone.'),
});

type Found = { id: string; title: string; url: string; text: string };

export function addSearchTool(server: McpServer, docs: Docs): void {
  server.registerTool(
    'search',
    {
      title: 'Search the docs',
      description: `Finds the sections of the ${docs.name} docs that best answer a question and gives them whole, with their code.`,
      inputSchema,
      outputSchema,
      annotations: readOnly,
    },
    async ({ query, version, language, maxTokens: budget }) => {
      const filter = { version, language, groups: docs.groups };
      const { hits, usedMeaning } = await docs.search({ text: query, limit: pagesOfSearch, filter });
      const { results, more } = fill(sectionsOf(hits, docs), budget);
      return result(asText(results, more), { results, more, usedMeaning });
    },
  );
}

/** The best section of each page, then the others, without sections that another one contains. */
function sectionsOf(hits: readonly PageHit[], docs: Docs): Found[] {
  const found: Found[] = [];
  const pages = hits.map((page) => ({ page, read: docs.index.page(page.path, docs.groups) }));
  const add = ({ page, read }: (typeof pages)[number], section: SectionHit) => {
    const text = (read && sectionMarkdown(read, section)) || section.text;
    if (found.some((other) => other.id.split('#')[0] === pageId(page.path) && other.text.includes(text)))
      return;
    const id = pageId(page.path, section.anchor);
    found.push({
      id,
      title: sectionTitle(page, section),
      url: docs.addressOf(sectionUrl(page, section)),
      text,
    });
  };
  for (const one of pages) add(one, one.page.sections[0]);
  for (const one of pages) for (const section of one.page.sections.slice(1)) add(one, section);
  return found;
}

/** Sections that fit as a whole; the best one is cut to fit. */
function fill(found: readonly Found[], budget: number) {
  const results: Found[] = [];
  const more: Omit<Found, 'text'>[] = [];
  // Sections that do not fit are listed by name.
  let left = budget - Math.min(budget / 4, found.length * 30);
  for (const { text, ...about } of found) {
    const cost = estimateTokens(text) + 40;
    if (cost <= left) {
      results.push({ ...about, text });
      left -= cost;
    } else if (results.length === 0) {
      const lines = text.split('\n');
      results.push({
        ...about,
        text: `${cutLines(lines, 1, lines.length, left).text}\n\n(Goes on: read ${about.id})`,
      });
      left = 0;
    } else more.push(about);
  }
  return { results, more };
}

function asText(results: readonly Found[], more: readonly Omit<Found, 'text'>[]): string {
  if (results.length === 0) return 'The docs have nothing for this. Try other words, or list.';
  const sections = results.map(
    ({ id, title, url, text }) => `## ${title}\n<${url}> (read: ${id})\n\n${text}`,
  );
  const rest = more.map(({ id, title }) => `- ${title} (read: ${id})`);
  return [...sections, ...(rest.length > 0 ? [`## More\n\n${rest.join('\n')}`] : [])].join('\n\n---\n\n');
}
