import { type AnswerMark, createCitationReader, type Piece } from './citations.ts';
import { findUnsupported } from './find-unsupported.ts';
import { numberSources } from './number-sources.ts';
import type { CitableSection } from './retrieved.ts';
import { createSafeMarkdown, type LinkCheck } from './safe-markdown.ts';

/** What came out of a piece of a model's text: text to send and the sections that it cites. */
export type Checked = { text: string; cited: CitableSection[] };

/** What a check looks things up in. */
type CheckSources = {
  find(id: string): CitableSection | undefined;
  /** Everything that was retrieved of the same part of a page: long ones come in pieces. */
  textsOf(section: CitableSection): string[];
  /** What the user said: repeating it needs no source. */
  asked: string;
  links: LinkCheck;
};

/** Checks an answer while it streams: push each delta, then `end`, after each model call. */
type AnswerChecker = {
  push(delta: string): Checked;
  end(): Checked;
  /** The list of the pages that were cited, for the end of the answer. */
  sources(): string;
  /** What the model said of its answer, if anything. */
  mark(): AnswerMark | null;
  /** Citations that were made, those that lead nowhere or do not support their sentence, and links that were removed. */
  counts(): { citations: number; unknown: number; unsupported: number; links: number };
};

/** Stands in place of citations that do not hold what their sentence says. */
const unsupportedMark = '(?)';
const maxSaid = 2_000;
const sentenceEnd = /[.!?。！？](?=\s)|\n/g;

/**
 * Citations become numbered links to what was retrieved. One whose sections do not hold the numbers, names and
 * quotations of its sentence is dropped, and the sentence marked. Only links and pictures that `links` allows remain.
 */
export function createAnswerChecker({ find, textsOf, asked, links }: CheckSources): AnswerChecker {
  const reader = createCitationReader(find);
  const markdown = createSafeMarkdown(links);
  const sources = numberSources();
  let mark: AnswerMark | null = null;
  let said = '';
  /** Citations of one sentence that follow each other are one, so they wait for what comes next. */
  let waiting: CitableSection[] = [];
  let blank = '';
  let [citations, unsupported] = [0, 0];
  const takeWaiting = (): Checked => {
    const [cited, after] = [waiting, blank];
    [waiting, blank] = [[], ''];
    if (cited.length === 0) return { text: '', cited };
    citations += 1;
    const missing = findUnsupported(lastSentence(said), [...cited.flatMap(textsOf), asked]);
    said = '';
    if (missing.length === 0)
      return { text: markdown.insert(sources.cite(cited)) + markdown.push(after), cited };
    unsupported += 1;
    return { text: markdown.insert(unsupportedMark) + markdown.push(after), cited: [] };
  };
  const check = (pieces: Piece[], final: boolean): Checked => {
    let text = '';
    const cited: CitableSection[] = [];
    const flush = () => {
      const taken = takeWaiting();
      text += taken.text;
      cited.push(...taken.cited);
    };
    for (const piece of pieces) {
      if (piece.type === 'mark') mark = piece.mark;
      else if (piece.type === 'cite') {
        if (piece.sections.length > 0) blank = '';
        waiting.push(...piece.sections);
      } else if (waiting.length > 0 && piece.text.trim() === '') blank += piece.text;
      else {
        flush();
        said = (said + piece.text).slice(-maxSaid);
        text += markdown.push(piece.text);
      }
    }
    if (final) flush();
    return { text, cited };
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

/** The sentence before a citation, which may stand before or after the sentence's last mark. */
function lastSentence(text: string): string {
  const whole = text.trimEnd();
  const ends = [...whole.matchAll(sentenceEnd)].map(({ index }) => index + 1);
  const start = ends.findLast((end) => end < whole.length - 1) ?? 0;
  return whole.slice(start).replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s/, '');
}
