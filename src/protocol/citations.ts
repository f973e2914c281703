import type { AnswerEvent, CitationMark } from '../assistant/answer-event.ts';
import { citedSpans } from './cited-spans.ts';

type Source = Omit<AnswerEvent & { type: 'source' }, 'type'>;

/** A text with the places of its citations, as its events told them. */
export type CitedText = { text: string; marks: CitationMark[]; sources: Source[] };

/** A citation as AI SDK 7 has it, in `LanguageModelV4Citation`. */
export type Citation = {
  source: { type: 'source'; sourceType: 'url'; id: string; url: string; title: string };
  /** What is supported, in UTF-16 code units of the text. */
  startIndex: number;
  endIndex: number;
  /** From the section. */
  citedText: string;
};

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
