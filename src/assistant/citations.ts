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

/**
 * The forms that models are told to write, `[[s3]]`, `[[s1, s4]]` and the status marks, and the forms that they write
 * instead: `[s1]`, `【s1】`, `[[1]]`, `[[s1-s3]]`, `[[S1; s2]]`. Only the first is read inside code, too; backticks and
 * line ends are matched to find code.
 */
const list = String.raw`[sS]\d{1,4}(?:[ ,;–-]{1,4}[sS]?\d{1,4}){0,8}`;
const numbers = String.raw`\d{1,3}(?:[ ,;–-]{1,4}\d{1,3}){0,8}`;
const markup = new RegExp(
  String.raw`\[\[ ?(?<ids>${list}) ?\]\]|\[\[(?<mark>unanswered|partial|clarifying)\]\]` +
    String.raw`|(?<![\w\\])\[(?<single>${list})\](?![(:])|(?<!\\)\[\[(?<bare>${numbers})\]\](?![(:])` +
    String.raw`|【(?<lenticular>[sS]?${numbers}|${list})(?:†[^】\n]{0,30})?】|(?<ticks>` +
    '`{1,9}|~{3,9})|(?<line>\\n[ \\t>]{0,12})',
  'g',
);
/** A tail that may still become one of these forms; bounded, so that text waits for a few tokens at most. */
const openTail =
  /(?:\[(?:\[?[sS\d ,;–-]{0,60}\]{0,2}|\[[a-z]{0,12}\]{0,2})|【[^】\n]{0,60}|`{1,9}|~{1,9}|\n[ \t>]{0,12})$/;

/** Splits a model's text into text and citations. An id that was not retrieved is removed and counted. */
export function createCitationReader(find: (id: string) => CitableSection | undefined): CitationReader {
  let held = '';
  let dropped = 0;
  let fence = '';
  let span = '';
  let lineStart = true;
  /** The text before a bracket decides how the bracket is read. */
  let previous = '';
  const resolve = (ids: string): CitableSection[] =>
    expandIds(ids).flatMap((id) => {
      const section = find(id);
      if (section === undefined) dropped += 1;
      return section ?? [];
    });
  const trackCode = (ticks: string) => {
    if (lineStart && ticks.length >= 3) {
      if (fence === '') fence = ticks;
      else if (ticks.startsWith(fence)) fence = '';
    } else if (fence === '' && ticks[0] === '`') span = span === '' ? ticks : span === ticks ? '' : span;
  };
  const read = (delta: string): Piece[] => {
    const pieces: Piece[] = [];
    const text = previous + delta;
    let at = previous.length;
    let from = at;
    markup.lastIndex = at;
    previous = text.slice(-1);
    const passTo = (end: number) => {
      if (/[^\s>]/.test(text.slice(at, end))) lineStart = false;
      at = end;
    };
    const emit = (end: number, piece: Piece | null) => {
      if (end > from) pieces.push({ type: 'text', text: text.slice(from, end) });
      if (piece !== null) pieces.push(piece);
    };
    for (const match of text.matchAll(markup)) {
      const { ids, mark, single, bare, lenticular, ticks, line } = match.groups!;
      const end = match.index + match[0].length;
      passTo(match.index);
      at = end;
      const loose = fence === '' && span === '' ? (single ?? bare ?? lenticular) : undefined;
      const cites = ids ?? loose;
      if (ticks !== undefined) {
        trackCode(ticks);
        lineStart = false;
      } else if (line !== undefined) {
        lineStart = true;
        span = '';
      } else if (mark !== undefined || cites !== undefined) {
        emit(
          match.index,
          cites === undefined
            ? { type: 'mark', mark: mark as AnswerMark }
            : { type: 'cite', sections: resolve(cites) },
        );
        from = end;
      }
    }
    passTo(text.length);
    emit(text.length, null);
    return pieces;
  };
  return {
    push(delta) {
      const text = held + delta;
      const open = openTail.exec(text.slice(-80));
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

/** `s1`, `s2` and `s3` for `S1-s3` and `1; 2, 3`. */
function expandIds(ids: string): string[] {
  return ids.split(/[,;]/).flatMap((part) => {
    const [first, last = first] = part.match(/\d+/g)?.map(Number) ?? [];
    if (first === undefined || last === undefined) return [];
    if (!/[–-]/.test(part)) return part.match(/\d+/g)!.map((number) => `s${number}`);
    return Array.from({ length: Math.min(9, Math.max(1, last - first + 1)) }, (_, i) => `s${first + i}`);
  });
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
