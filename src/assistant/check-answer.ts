import { type AnswerMark, citationMarkdown, createCitationReader, type Piece } from './citations.ts';
import type { CitableSection } from './retrieved.ts';
import { createSafeMarkdown, type LinkCheck } from './safe-markdown.ts';

/** What came out of a piece of a model's text: text to send and the sections that it cites. */
export type Checked = { text: string; cited: CitableSection[] };

/** Checks an answer while it streams: push each delta, then `end`, after each model call. */
export type AnswerChecker = {
  push(delta: string): Checked;
  end(): Checked;
  /** What the model said of its answer, if anything. */
  mark(): AnswerMark | null;
  /** Citations and links that led nowhere and were removed. */
  dropped(): { citations: number; links: number };
};

/** Citations become links to what was retrieved, and only links and pictures that `links` allows remain. */
export function createAnswerChecker(
  find: (id: string) => CitableSection | undefined,
  links: LinkCheck,
): AnswerChecker {
  const reader = createCitationReader(find);
  const markdown = createSafeMarkdown(links);
  let mark: AnswerMark | null = null;
  const check = (pieces: Piece[]): Checked => {
    let text = '';
    const cited: CitableSection[] = [];
    for (const piece of pieces) {
      if (piece.type === 'text') text += markdown.push(piece.text);
      else if (piece.type === 'mark') mark = piece.mark;
      else if (piece.sections.length > 0) {
        cited.push(...piece.sections);
        text += markdown.insert(citationMarkdown(piece.sections));
      }
    }
    return { text, cited };
  };
  return {
    push: (delta) => check(reader.push(delta)),
    end() {
      const checked = check(reader.end());
      return { ...checked, text: checked.text + markdown.end() };
    },
    mark: () => mark,
    dropped: () => ({ citations: reader.dropped(), links: markdown.removed() }),
  };
}
