import { z } from '@hono/zod-openapi';
import type { AnswerEvent, CitationMark } from '../assistant/answer-event.ts';
import { citedSpans } from './cited-spans.ts';

type Source = Omit<AnswerEvent & { type: 'source' }, 'type'>;

/** A text with the places of its citations, as its events told them. */
export type CitedText = { text: string; marks: CitationMark[]; sources: Source[] };

/** A citation as AI SDK 7 has it, in `LanguageModelV4Citation`. */
export const citationSchema = z.object({
  source: z.object({
    type: z.literal('source'),
    sourceType: z.literal('url'),
    id: z.string(),
    url: z.string(),
    title: z.string(),
  }),
  startIndex: z.number().describe('What is supported, in UTF-16 code units of the text.'),
  endIndex: z.number(),
  citedText: z.string().describe('The beginning of the section.'),
});
export type Citation = z.output<typeof citationSchema>;

const maxCitedLength = 1_000;

/** Adds a piece of text or a source. */
export function addCited(cited: CitedText, event: AnswerEvent): void {
  if (event.type === 'source') {
    const { type: _, ...source } = event;
    cited.sources.push(source);
  }
  if (event.type !== 'text') return;
  const at = cited.text.length;
  for (const mark of event.marks ?? [])
    cited.marks.push({ ...mark, start: at + mark.start, end: at + mark.end });
  cited.text += event.delta;
}

/** One citation for each source that a sentence, list item, table row or code block names. */
export function citationsOf({ text, marks, sources }: CitedText): Citation[] {
  if (marks.length === 0) return [];
  const byId = new Map(sources.map((source) => [source.id, source]));
  const spans = citedSpans(text, marks);
  return marks.flatMap((mark, i) =>
    mark.sources.map((id) => {
      const { url, title, text: said } = byId.get(id)!;
      return {
        source: { type: 'source', sourceType: 'url', id, url, title },
        startIndex: spans[i]!.start,
        endIndex: spans[i]!.end,
        citedText: said.slice(0, maxCitedLength).toWellFormed(),
      };
    }),
  );
}

type Page = { url: string; title: string };

const links = /\(\[\d{1,3}\]\([^()\s]*\)(?:, \[\d{1,3}\]\([^()\s]*\))*\)/g;

/** What a stored answer's citations support, by the links that stand in it. */
export function citationsIn(
  text: string,
  sources: readonly Page[],
): { source: Page; startIndex: number; endIndex: number }[] {
  const known = new Map(sources.map((source) => [source.url, source]));
  const marks = [...text.matchAll(links)].map(({ 0: link, index }) => ({
    start: index,
    end: index + link.length,
    cited: [...link.matchAll(/\]\(([^()\s]*)\)/g)].flatMap(([, url]) => known.get(url!) ?? []),
  }));
  const spans = citedSpans(text, marks);
  return marks.flatMap(({ cited }, at) =>
    cited.map((source) => ({ source, startIndex: spans[at]!.start, endIndex: spans[at]!.end })),
  );
}
