import { codeSpanEnd } from './markdown-code.ts';

/** A citation between backticks that are no pair: after a letter, or with a space inside. */
const joinsSpans = /^(?=\w|.?`\s|.*\s`$).*?(?:[[(（［〔]\^?[^\])）］〕]{0,20}?s\d|【)/i;

/** Knows whether a text that streams is in code: in a fenced block, or in a code span. */
type CodeTracker = {
  isOpen(): boolean;
  isSpan(): boolean;
  beginLine(): void;
  /** The current line's text, including backticks already read. */
  pass(text: string): void;
  /**
   * The backticks or tildes at `at`, which may begin or end code.
   * @returns `wait` when more of the line must be seen, because a lone backtick begins no code
   */
  passTicks(ticks: string, text: string, at: number, final: boolean): 'wait' | undefined;
};

export function createCodeTracker(): CodeTracker {
  let fence = '';
  let span = '';
  let lineStart = true;
  return {
    isOpen: () => fence !== '' || span !== '',
    isSpan: () => span !== '',
    beginLine() {
      lineStart = true;
      span = '';
    },
    pass(text) {
      if (/[^\s>]/.test(text)) lineStart = false;
    },
    passTicks(ticks, text, at, final) {
      const canFence = lineStart && ticks.length >= 3;
      if (fence !== '') {
        if (canFence && ticks.startsWith(fence)) fence = '';
      } else if (ticks[0] === '~') fence = canFence ? ticks : '';
      else if (span !== '') span = span === ticks ? '' : span;
      else if (text[at - 1] !== '\\') {
        const end = codeSpanEnd(text, at, ticks.length, final);
        if (end === 'wait') return 'wait';
        if (end === null) fence = canFence ? ticks : '';
        else if (!joinsSpans.test(text.slice(at - 1, end).replaceAll(ticks, '`'))) span = ticks;
      }
      return undefined;
    },
  };
}
