import type { CitableSection } from './retrieved.ts';

/** What a model says of its own answer; never shown. */
export type AnswerMark = 'unanswered' | 'partial' | 'clarifying';

/** A piece of a model's text. `cite` holds only sections that were retrieved; it may hold none. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'cite'; sections: CitableSection[] }
  | { type: 'mark'; mark: AnswerMark };

/** Reads citations while the answer streams: push each delta, then `end` once. */
export type CitationReader = {
  push(delta: string): Piece[];
  end(): Piece[];
  /** Citations of what was never retrieved: they are removed. */
  dropped(): number;
};

/** `[[s3]]` or `[[s1, s4]]`, and the marks: what models are told to write. */
const markup = /\[\[(?:(s\d{1,4}(?:\s{0,3},\s{0,3}s\d{1,4}){0,8})|(unanswered|partial|clarifying))\]\]/g;
/** A tail that may still become markup; bounded, so that text waits for a few tokens at most. */
const openTail = /\[(?:\[(?:[a-z\d,\s]{0,40}\]?)?)?$/;

/** Parts a model's text into what it says and what it cites. An id that was not retrieved is removed and counted. */
export function createCitationReader(find: (id: string) => CitableSection | undefined): CitationReader {
  let held = '';
  let dropped = 0;
  const resolve = (ids: string): CitableSection[] =>
    ids.split(',').flatMap((id) => {
      const section = find(id.trim());
      if (section === undefined) dropped += 1;
      return section ?? [];
    });
  const read = (text: string): Piece[] => {
    const pieces: Piece[] = [];
    let at = 0;
    for (const match of text.matchAll(markup)) {
      if (match.index > at) pieces.push({ type: 'text', text: text.slice(at, match.index) });
      at = match.index + match[0].length;
      const [, ids, mark] = match;
      if (ids !== undefined) pieces.push({ type: 'cite', sections: resolve(ids) });
      else pieces.push({ type: 'mark', mark: mark as AnswerMark });
    }
    if (at < text.length) pieces.push({ type: 'text', text: text.slice(at) });
    return pieces;
  };
  return {
    push(delta) {
      const text = held + delta;
      const open = openTail.exec(text.slice(-50));
      const end = open === null ? text.length : text.length - open[0].length;
      held = text.slice(end);
      return read(text.slice(0, end));
    },
    end() {
      const rest = held;
      held = '';
      return read(rest);
    },
    dropped: () => dropped,
  };
}

/** `([Page › Heading](url), …)` */
export function citationMarkdown(sections: readonly CitableSection[]): string {
  return `(${sections.map(markdownLink).join(', ')})`;
}

export function markdownLink({ title, url }: Pick<CitableSection, 'title' | 'url'>): string {
  const label = title.replace(/[\\[\]<`]/g, '\\$&').replace(/\s+/g, ' ');
  return `[${label}](${safeTarget(url)})`;
}

/** An address that cannot end its link early. */
export function safeTarget(url: string): string {
  return url.replace(
    /[()\s<>`"\\[\]]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
