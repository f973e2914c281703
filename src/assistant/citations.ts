import { canCite, citationSyntax, expandIds, openTail, tailLength } from './citation-syntax.ts';
import { createCodeTracker } from './track-code.ts';
import type { CitableSection } from './retrieved.ts';

/** The model's judgement of its own answer; never shown. */
export type AnswerMark = 'unanswered' | 'partial' | 'clarifying';

/** A piece of a model's text. `cite` holds only sections that were retrieved; it may be empty. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'cite'; sections: CitableSection[] }
  | { type: 'mark'; mark: AnswerMark };

/** Parses citations while the answer streams: push each delta, then `end` once. */
type CitationReader = {
  push(delta: string): Piece[];
  end(): Piece[];
  /** Citations of sections that were never retrieved: they are removed. */
  dropped(): number;
};

/** Characters before a bracket that decide how it is read. */
const contextLength = 24;

/** Splits a model's text into text and citations. An id that was not retrieved is removed and counted. */
export function createCitationReader(find: (id: string) => CitableSection | undefined): CitationReader {
  let held = '';
  let dropped = 0;
  let afterCitation = false;
  let previous = '\n';
  const code = createCodeTracker();
  /** Cited inside a code span: the citation follows it. */
  let citedInSpan: CitableSection[] = [];
  const resolve = (ids: string): CitableSection[] =>
    expandIds(ids).flatMap((id) => {
      const section = find(id);
      if (section === undefined) dropped += 1;
      return section ?? [];
    });
  const isKnown = (ids: string) => expandIds(ids).every((id) => find(id) !== undefined);
  /** `[S3]` may be a product and `[[1]]` a matrix: they cite only what was retrieved. */
  const isOwnText = (ids: string | undefined) =>
    ids !== undefined && /^[S\d]/.test(ids) && !expandIds(ids).some((id) => find(id) !== undefined);
  /** The ids that a match cites in its context; undefined when it is plain text. */
  const citedBy = (groups: Record<string, string | undefined>, before: string): string | undefined => {
    const { ticked, strict, wrapped, loose, link, double, single, labelled, lenticular } = groups;
    if (code.isOpen()) return /[\w)\]]$/.test(before) ? undefined : strict;
    // `S3` and `S7` are also product names.
    const named = wrapped ?? (link === undefined ? undefined : loose);
    if (named !== undefined) return named.startsWith('s') && isKnown(named) ? named : undefined;
    if (single !== undefined)
      return (afterCitation || canCite(before)) && isKnown(single) ? single : undefined;
    if (labelled !== undefined) return isKnown(labelled) ? labelled : undefined;
    if (isOwnText(loose ?? double)) return undefined;
    return ticked ?? strict ?? loose ?? double ?? lenticular;
  };
  /** @param rest text that follows the delta, which may decide how the delta's end is parsed */
  const read = (delta: string, rest: string, final = false): Piece[] => {
    const pieces: Piece[] = [];
    let limit = previous.length + delta.length;
    const text = previous + delta + rest;
    let at = previous.length;
    let from = at;
    citationSyntax.lastIndex = at;
    const passTo = (end: number) => {
      const passed = text.slice(at, end);
      code.pass(passed);
      if (/[^ ,]/.test(passed)) afterCitation = false;
      at = end;
    };
    const emit = (end: number, next: number, piece: Piece | null) => {
      if (end > from) pieces.push({ type: 'text', text: text.slice(from, end) });
      if (piece !== null) pieces.push(piece);
      from = next;
    };
    const citeAfterSpan = () => {
      if (code.isSpan() || citedInSpan.length === 0) return;
      emit(at, at, { type: 'cite', sections: citedInSpan });
      citedInSpan = [];
    };
    for (let match; (match = citationSyntax.exec(text)) !== null;) {
      const groups = match.groups!;
      // Within a span, the backtick before a citation is the span's end.
      const ticks = groups.ticks ?? (code.isSpan() ? groups.tick : undefined);
      const end = match.index + (ticks ?? match[0]).length;
      if (end > limit) break;
      citationSyntax.lastIndex = end;
      passTo(match.index);
      const before = text.slice(Math.max(0, at - contextLength), at);
      const mark = (groups.mark ?? (code.isSpan() ? undefined : groups.refusal))?.toLowerCase();
      const cites = citedBy(groups, before);
      at = end;
      if (groups.line !== undefined) {
        code.beginLine();
        afterCitation = false;
        citeAfterSpan();
        continue;
      }
      if (ticks !== undefined) {
        if (code.passTicks(ticks, text, match.index, final) === 'wait') {
          at = limit = match.index;
          break;
        }
        citeAfterSpan();
      } else if (mark !== undefined) emit(match.index, end, { type: 'mark', mark: mark as AnswerMark });
      else if (cites !== undefined && code.isSpan()) {
        emit(match.index, end, before.endsWith('`') ? { type: 'text', text: ' ' } : null);
        citedInSpan.push(...resolve(cites));
      } else if (cites !== undefined) emit(match.index, end, { type: 'cite', sections: resolve(cites) });
      code.pass(match[0]);
      afterCitation = cites !== undefined;
    }
    passTo(limit);
    emit(limit, limit, null);
    previous = text.slice(Math.max(0, limit - contextLength), limit);
    held = text.slice(limit);
    return pieces;
  };
  return {
    push(delta) {
      const text = held + delta;
      const open = openTail.exec(text.slice(-tailLength));
      const end = open === null ? text.length : text.length - open[0].length;
      return read(text.slice(0, end), text.slice(end));
    },
    end() {
      const pieces = read(held, '', true);
      if (citedInSpan.length > 0) pieces.push({ type: 'cite', sections: citedInSpan });
      citedInSpan = [];
      return pieces;
    },
    dropped: () => dropped,
  };
}

export function markdownLink({ title, url }: Pick<CitableSection, 'title' | 'url'>): string {
  const label = title.replace(/[\\[\]<`]/g, '\\$&').replace(/\s+/g, ' ');
  return `[${label}](${safeTarget(url)})`;
}

/** An address whose characters cannot end its link early. */
export function safeTarget(url: string): string {
  return url.replace(
    /[()\s<>`"\\[\]]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
