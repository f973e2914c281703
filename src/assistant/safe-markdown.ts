import { safeTarget } from './citations.ts';
import { codeSpanEnd, type Fence, fenceOf, leavesQuote } from './markdown-code.ts';
import { cleanLabel, readLink } from './markdown-link.ts';
import { withoutEnd } from '../lib/without-end.ts';

/** The target that a link or image may have; null: none. */
export type LinkCheck = (target: string, kind: 'link' | 'image') => string | null;

/** Makes a streamed answer safe to render: push its text, `insert` our own Markdown, then `end` once. */
type SafeMarkdown = {
  push(text: string): string;
  /** Inserts our own Markdown, unchecked; ignored while the answer is inside a code block. */
  insert(markdown: string): string;
  end(): string;
  /** Links and images that lost their target. */
  removed(): number;
};

const special = /[\n\\`![<:]/g;
const maxAddressLength = 400;

/**
 * Lets through the links and images that `check` allows. All others lose their target, and raw HTML and reference
 * definitions become text. Only a construct that is still open is held back: a link, a code span, the line of a fence.
 * Code passes unchanged.
 *
 * Where renderers may disagree about code, it takes the reading in which more is checked: spans that do not close on
 * their line are escaped, and in indented fences, whose end depends on the lists around them, images, `<img`
 * and scripts are still caught. Rules of https://spec.commonmark.org/0.31.2/ and https://github.github.com/gfm/.
 */
export function createSafeMarkdown(check: LinkCheck): SafeMarkdown {
  let held = '';
  /** The end of the sent text, back to the last space. */
  let word = '';
  let lineStart = true;
  let fence: Fence | null = null;
  /** Whether every fence so far began at the margin or in a quote there, so that the end of code is unambiguous. */
  let certain = true;
  let removed = 0;

  function sent(piece: string): string {
    let from = piece.length;
    while (from > 0 && !/\s/.test(piece[from - 1]!)) from -= 1;
    word = from > 0 ? piece.slice(from).slice(-maxAddressLength) : (word + piece).slice(-maxAddressLength);
    return piece;
  }

  /** Renderers include backslashes and backticks in a bare address, so the address must end first. */
  const inAddress = () => /:\/\/|www\.|@/i.test(word);
  const escaped = (text: string) => (inAddress() ? ` ${text}` : text);

  function run(final: boolean): string {
    const text = held;
    let out = '';
    let at = 0;
    const emit = (piece: string, read: number) => {
      out += sent(piece);
      at += read;
    };
    while (at < text.length) {
      if (lineStart) {
        const start = text.slice(at, at + 200);
        const leaves = fence !== null && leavesQuote(start, fence, final);
        if (leaves === 'wait') break;
        if (leaves) fence = null;
        const line = fenceOf(start, fence, final);
        if (line === 'wait') break;
        const isCertain = line === null || /^(?:> ?)*$/.test(line.indent);
        if (!isCertain) certain = false;
        if (line !== null && (isCertain || !/[[\]<>:]/.test(line.text.slice(line.indent.length)))) {
          fence = fence === null ? line : null;
          emit(line.text, line.text.length);
          continue;
        }
        lineStart = false;
      }
      const step = fence !== null && certain ? codeLine(text, at) : next(text, at, final);
      if (step === 'wait') break;
      emit(step.out, step.read);
      if (step.out.endsWith('\n')) lineStart = true;
    }
    held = text.slice(at);
    return out;
  }

  type Step = { out: string; read: number };

  function codeLine(text: string, at: number): Step {
    const end = text.indexOf('\n', at);
    return plain(text.slice(at, end < 0 ? undefined : end + 1));
  }

  function next(text: string, at: number, final: boolean): Step | 'wait' {
    special.lastIndex = at;
    const index = special.exec(text)?.index ?? text.length;
    if (index > at) return plain(text.slice(at, index));
    if (at + 1 === text.length && text[at] !== '\n' && !final) return 'wait';
    switch (text[at]) {
      case '\\':
        return plain(fence !== null || text[at + 1] === '\n' ? '\\' : text.slice(at, at + 2));
      case '`':
        return fence === null ? codeSpan(text, at, final) : plain('`');
      case '!':
        return text[at + 1] === '[' ? link(text, at + 1, 'image', final) : plain('!');
      case '[':
        return fence === null ? link(text, at, 'link', final) : plain('[');
      case '<':
        return fence === null ? angle(text, at, final) : codeAngle(text, at, final);
      case ':':
        return fence === null ? bareUrl(text, at, final) : codeColon();
      default:
        return plain('\n');
    }
  }

  function codeSpan(text: string, at: number, final: boolean): Step | 'wait' {
    const ticks = /^`+/.exec(text.slice(at))![0].length;
    const end = inAddress() ? null : codeSpanEnd(text, at, ticks, final);
    if (end === 'wait') return 'wait';
    return end === null ? { out: escaped('\\`'.repeat(ticks)), read: ticks } : plain(text.slice(at, end));
  }

  /** @param at the `[` */
  function link(text: string, at: number, kind: 'link' | 'image', final: boolean): Step | 'wait' {
    const found = readLink(text, at, final);
    const mark = kind === 'image' ? 1 : 0;
    if (found === 'wait') return 'wait';
    if (found === 'brackets' && kind === 'link') return { out: `${notAPicture()}[`, read: 1 };
    if (found === 'brackets' || found === 'open')
      return { out: escaped(`${'!'.repeat(mark)}\\[`), read: mark + 1 };
    const target = check(found.target, kind);
    if (target === null) removed += 1;
    const label = fence === null ? cleanLabel(found.label) : found.label;
    const out =
      target === null
        ? label.replace(/(?<=https?)(?=:\/\/)/gi, '\u200B')
        : `${kind === 'image' ? '!' : notAPicture()}[${label}](${safeTarget(target)})`;
    return { out, read: mark + found.end - at };
  }

  /** Keeps a `!` that happens to precede a link from making it an image. */
  function notAPicture(): string {
    return word.endsWith('!') ? '\u200B' : '';
  }

  function angle(text: string, at: number, final: boolean): Step | 'wait' {
    if (!/[a-z/!?]/i.test(text[at + 1] ?? '')) return plain('<');
    const end = text.slice(at, at + maxAddressLength).search(/[>\s`]/);
    if (end < 0 && !final && text.length - at < maxAddressLength) return 'wait';
    const address = end < 0 || text[at + end] !== '>' ? '' : text.slice(at + 1, at + end);
    if (!/^(https?:\/\/|mailto:)/i.test(address)) return { out: escaped('\\<'), read: 1 };
    const target = check(address, 'link');
    if (target !== null) return { out: `<${safeTarget(target)}>`, read: end + 1 };
    removed += 1;
    return { out: address.replace(':', '\u200B:').replaceAll('[', '\\['), read: end + 1 };
  }

  function codeAngle(text: string, at: number, final: boolean): Step | 'wait' {
    const start = text.slice(at, at + 4).toLowerCase();
    if (start === '<img') return { out: escaped('\\<'), read: 1 };
    return '<img'.startsWith(start) && !final ? 'wait' : plain('<');
  }

  function codeColon(): Step {
    return { out: /[(<][^\s(<]*script$|^(?:java|vb)script$/i.test(word) ? '\u200B:' : ':', read: 1 };
  }

  /** GFM autolinks bare addresses: an address into the docs is checked like any other link. */
  function bareUrl(text: string, at: number, final: boolean): Step | 'wait' {
    if (!/https?$/i.test(word)) return plain(':');
    const rest = text.slice(at, at + maxAddressLength);
    if (!rest.startsWith('://'.slice(0, rest.length))) return plain(':');
    const end = rest.search(/[\s<>()[\]"'`*]/);
    if (end < 0 && !final && rest.length < maxAddressLength) return 'wait';
    const address = end < 0 ? rest : rest.slice(0, end);
    const written = withoutEnd(address, '.,;:!?');
    if (check(/https?$/i.exec(word)![0] + written, 'link') !== null) return plain(written || ':');
    removed += 1;
    // Some renderers autolink after unescaping, so the address itself must be split.
    return { out: `\u200B${written}`, read: written.length };
  }

  return {
    push(text) {
      if (held === '' && !lineStart && fence === null && text.search(special) < 0) {
        return sent(text);
      }
      held += text;
      return run(false);
    },
    insert(markdown) {
      const before = run(true);
      if (fence !== null) return before;
      const apart = /[\]!\\]$/.test(word) ? ' ' : '';
      lineStart = markdown.endsWith('\n');
      return before + sent(apart + markdown);
    },
    end: () => run(true),
    removed: () => removed,
  };
}

function plain(text: string): { out: string; read: number } {
  return { out: text, read: text.length };
}
