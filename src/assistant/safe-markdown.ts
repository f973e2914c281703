import { type Fence, fenceOf, leavesQuote } from './markdown-code.ts';
import { codeLine, isPlain, type LinkCheck, maxAddressLength, nextStep } from './safe-constructs.ts';

/** Makes a streamed answer safe to render: push its text, `insert` our own Markdown, then `end` once. */
type SafeMarkdown = {
  push(text: string): string;
  /** Inserts our own Markdown, unchecked; ignored while the answer is inside a code block. */
  insert(markdown: string): string;
  end(): string;
  /** Links and images that lost their target. */
  removed(): number;
};

/**
 * Lets through the links and images that `check` allows. All others lose their target, and raw HTML and reference
 * definitions become text. Only a construct that is still open is held back: a link, a code span, the line of a
 * fence. Code passes unchanged.
 *
 * Where renderers may disagree about code, it uses the stricter reading: spans that do not close on their line are
 * escaped, and in indented fences, whose end depends on the lists around them, images, `<img` and scripts are still
 * caught. Rules of https://spec.commonmark.org/0.31.2/ and https://github.github.com/gfm/.
 */
export function createSafeMarkdown(check: LinkCheck): SafeMarkdown {
  const fences = trackFences();
  let held = '';
  /** The end of the sent text, from its last space. */
  let word = '';
  let lineStart = true;
  let removed = 0;

  function sent(piece: string): string {
    let from = piece.length;
    while (from > 0 && !/\s/.test(piece[from - 1]!)) from -= 1;
    word = from > 0 ? piece.slice(from).slice(-maxAddressLength) : (word + piece).slice(-maxAddressLength);
    return piece;
  }

  function run(final: boolean): string {
    const text = held;
    let out = '';
    let at = 0;
    while (at < text.length) {
      if (lineStart) {
        const line = fences.lineAt(text.slice(at, at + 200), final);
        if (line === 'wait') break;
        out += sent(line);
        at += line.length;
        lineStart = line !== '';
        if (lineStart) continue;
      }
      const inCode = fences.isOpen();
      const step =
        inCode && fences.areCertain()
          ? codeLine(text, at)
          : nextStep({ text, at, final, word, inCode, check });
      if (step === 'wait') break;
      out += sent(step.out);
      at += step.read;
      if (step.lost) removed += 1;
      if (step.out.endsWith('\n')) lineStart = true;
    }
    held = text.slice(at);
    return out;
  }

  return {
    push(text) {
      if (held === '' && !lineStart && !fences.isOpen() && isPlain(text)) return sent(text);
      held += text;
      return run(false);
    },
    insert(markdown) {
      const before = run(true);
      if (fences.isOpen()) return before;
      const apart = /[\]!\\]$/.test(word) ? ' ' : '';
      lineStart = markdown.endsWith('\n');
      return before + sent(apart + markdown);
    },
    end: () => run(true),
    removed: () => removed,
  };
}

/** Which lines of an answer are code. */
function trackFences() {
  let open: Fence | null = null;
  /** Whether every fence so far began at the margin or in a quote there, so that the end of code is unambiguous. */
  let certain = true;
  return {
    isOpen: () => open !== null,
    areCertain: () => certain,
    /** The line of a fence that begins here, which opens or closes code; empty for any other line. */
    lineAt(start: string, final: boolean): string | 'wait' {
      const leaves = open !== null && leavesQuote(start, open, final);
      if (leaves === 'wait') return 'wait';
      if (leaves) open = null;
      const line = fenceOf(start, open, final);
      if (line === 'wait') return 'wait';
      if (line === null) return '';
      const isCertain = /^(?:> ?)*$/.test(line.indent);
      if (!isCertain) certain = false;
      if (!isCertain && /[[\]<>:]/.test(line.text.slice(line.indent.length))) return '';
      open = open === null ? line : null;
      return line.text;
    },
  };
}
