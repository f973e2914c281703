import { type AnswerMark, createCitationReader, type Piece } from './citations.ts';
import { findUnsupported } from './find-unsupported.ts';
import { numberSources } from './number-sources.ts';
import type { CitableSection } from './retrieved.ts';
import type { LinkCheck } from './safe-constructs.ts';
import { createSafeMarkdown } from './safe-markdown.ts';

/** The checked part of a model's text: text to send, and its citations with their places in it. */
export type Checked = { text: string; citations: Citation[] };
type Citation = { start: number; end: number; sections: CitableSection[] };

/** The data that answers are checked against. */
type CheckSources = {
  find(id: string): CitableSection | undefined;
  /** All retrieved sections of the same part of a page: long parts are split. */
  textsOf(section: CitableSection): string[];
  /** What the user said: repeating it needs no citation. */
  asked: string;
  links: LinkCheck;
};

/** Checks an answer while it streams: push each delta, and call `end` after each model call. */
export type AnswerChecker = {
  push(delta: string): Checked;
  end(): Checked;
  /** The list of cited pages, for the end of the answer. */
  sources(): string;
  /** The status marker that the model wrote, if any. */
  mark(): AnswerMark | null;
  /** Citations made, citations that were invalid or did not support their sentence, and links removed. */
  counts(): { citations: number; unknown: number; unsupported: number; links: number };
};

/** Replaces citations that do not support their sentence. */
const unsupportedMark = '(?)';
const maxSaid = 2_000;
const betweenCitations = /^[,;、，；]?$/;
const sentenceEnd = /^(?:[.!?。！？]\s|\n)/;

/**
 * Turns citations into numbered links to retrieved sections. A citation whose sections do not contain the numbers,
 * names and quotations of its sentence is dropped, and the sentence is marked. Only links and images that `links`
 * allows remain.
 */
export function createAnswerChecker({ find, textsOf, asked, links }: CheckSources): AnswerChecker {
  const reader = createCitationReader(find);
  const markdown = createSafeMarkdown(links);
  const sources = numberSources();
  let mark: AnswerMark | null = null;
  let said = '';
  /** Adjacent citations of one sentence are merged, so they wait for the next piece of text. */
  let waiting: CitableSection[] = [];
  let blank = '';
  let [citations, unsupported] = [0, 0];
  /** The text, after the links to what it cites. */
  const takeWaiting = (): Checked => {
    const [cited, after] = [waiting, blank];
    [waiting, blank] = [[], ''];
    if (cited.length === 0) return { text: '', citations: [] };
    citations += 1;
    const missing = findUnsupported(lastSentence(said), [...cited.flatMap(textsOf), asked]);
    said = '';
    if (missing.length > 0) {
      unsupported += 1;
      return { text: markdown.insert(unsupportedMark) + markdown.push(after), citations: [] };
    }
    const links = sources.cite(cited);
    const text = markdown.insert(links);
    const end = text.length;
    const start = text.endsWith(links) ? end - links.length : end;
    return { text: text + markdown.push(after), citations: [{ start, end, sections: cited }] };
  };
  const check = (pieces: Piece[], final: boolean): Checked => {
    let text = '';
    const found: Citation[] = [];
    const flush = () => {
      const taken = takeWaiting();
      for (const one of taken.citations)
        found.push({ ...one, start: text.length + one.start, end: text.length + one.end });
      text += taken.text;
    };
    for (const piece of pieces) {
      if (piece.type === 'mark') mark = piece.mark;
      else if (piece.type === 'cite') {
        if (piece.sections.length > 0) blank = '';
        waiting.push(...piece.sections);
      } else if (waiting.length > 0 && betweenCitations.test((blank + piece.text).trim()))
        blank += piece.text;
      else {
        flush();
        said = (said + piece.text).slice(-maxSaid);
        text += markdown.push(piece.text);
      }
    }
    if (final) flush();
    return { text, citations: found };
  };
  return {
    push: (delta) => check(reader.push(delta), false),
    end() {
      const checked = check(reader.end(), true);
      return { ...checked, text: checked.text + markdown.end() };
    },
    sources: () => sources.list(),
    mark: () => mark,
    counts: () => ({ citations, unknown: reader.dropped(), unsupported, links: markdown.removed() }),
  };
}

/** The sentence before a citation, which may stand before or after the sentence's final punctuation. */
function lastSentence(text: string): string {
  const whole = text.trimEnd();
  let start = whole.length - 2;
  while (start > 0 && !sentenceEnd.test(whole.slice(start - 1, start + 1))) start -= 1;
  start = Math.max(0, start);
  return whole.slice(start).replace(/^[\s>#*_]*(?:[-*+]\s|\d{1,3}[.)]\s)?/, '');
}
