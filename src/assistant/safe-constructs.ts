import { safeTarget } from './citations.ts';
import { codeSpanEnd } from './markdown-code.ts';
import { cleanLabel, readLink } from './markdown-link.ts';
import { withoutEnd } from '../lib/without-end.ts';

/** The target that a link or image may have; null: none. */
export type LinkCheck = (target: string, kind: 'link' | 'image') => string | null;

/** The position in an answer: `at` in `text`, which is complete when `final`. */
type Place = {
  text: string;
  at: number;
  final: boolean;
  /** The end of the sent text, from its last space. */
  word: string;
  /** Inside a fence, whose end is uncertain. */
  inCode: boolean;
  check: LinkCheck;
};

/** What is sent for the next `read` characters, and whether a link or image lost its target. */
type Step = { out: string; read: number; lost?: true };

const special = /[\n\\`![<:]/g;
export const maxAddressLength = 400;

/** Whether the text contains no construct. */
export function isPlain(text: string): boolean {
  return text.search(special) < 0;
}

/** Reads the next construct, or the text before it; `wait` until its end arrives. */
export function nextStep(place: Place): Step | 'wait' {
  const { text, at, final, inCode } = place;
  special.lastIndex = at;
  const index = special.exec(text)?.index ?? text.length;
  if (index > at) return plain(text.slice(at, index));
  if (at + 1 === text.length && text[at] !== '\n' && !final) return 'wait';
  switch (text[at]) {
    case '\\':
      return plain(inCode || text[at + 1] === '\n' ? '\\' : text.slice(at, at + 2));
    case '`':
      return inCode ? plain('`') : codeSpan(place);
    case '!':
      return text[at + 1] === '[' ? link(place, 'image') : plain('!');
    case '[':
      return inCode ? plain('[') : link(place, 'link');
    case '<':
      return inCode ? codeAngle(place) : angle(place);
    case ':':
      return inCode ? codeColon(place) : bareUrl(place);
    default:
      return plain('\n');
  }
}

/** The rest of a line of code, as it is. */
export function codeLine(text: string, at: number): Step {
  const end = text.indexOf('\n', at);
  return plain(text.slice(at, end < 0 ? undefined : end + 1));
}

function plain(text: string): Step {
  return { out: text, read: text.length };
}

const isAddress = (word: string) => /:\/\/|www\.|@/i.test(word);

/** Renderers include backslashes and backticks in a bare address, so the address must end first. */
function escaped(text: string, { word }: Place): string {
  return isAddress(word) ? ` ${text}` : text;
}

/** Keeps a `!` that happens to precede a link from making it an image. */
function notAPicture({ word }: Place): string {
  return word.endsWith('!') ? '\u200B' : '';
}

function codeSpan(place: Place): Step | 'wait' {
  const { text, at, final, word } = place;
  const ticks = /^`+/.exec(text.slice(at))![0].length;
  const end = isAddress(word) ? null : codeSpanEnd(text, at, ticks, final);
  if (end === 'wait') return 'wait';
  return end === null
    ? { out: escaped('\\`'.repeat(ticks), place), read: ticks }
    : plain(text.slice(at, end));
}

function link(place: Place, kind: 'link' | 'image'): Step | 'wait' {
  const { text, at, final, inCode, check } = place;
  const bracket = kind === 'image' ? at + 1 : at;
  const found = readLink(text, bracket, final);
  if (found === 'wait') return 'wait';
  if (found === 'brackets' && kind === 'link') return { out: `${notAPicture(place)}[`, read: 1 };
  if (found === 'brackets' || found === 'open') {
    const mark = text.slice(at, bracket);
    return { out: escaped(`${mark}\\[`, place), read: mark.length + 1 };
  }
  const target = check(found.target, kind);
  const label = inCode ? found.label : cleanLabel(found.label);
  const read = found.end - at;
  if (target === null) return { out: label.replace(/(?<=https?)(?=:\/\/)/gi, '\u200B'), read, lost: true };
  const mark = kind === 'image' ? '!' : notAPicture(place);
  return { out: `${mark}[${label}](${safeTarget(target)})`, read };
}

/** An address in angle brackets, or else HTML, which becomes text. */
function angle(place: Place): Step | 'wait' {
  const { text, at, final, check } = place;
  if (!/[a-z/!?]/i.test(text[at + 1] ?? '')) return plain('<');
  const end = text.slice(at, at + maxAddressLength).search(/[>\s`]/);
  if (end < 0 && !final && text.length - at < maxAddressLength) return 'wait';
  const address = end < 0 || text[at + end] !== '>' ? '' : text.slice(at + 1, at + end);
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return { out: escaped('\\<', place), read: 1 };
  const target = check(address, 'link');
  if (target !== null) return { out: `<${safeTarget(target)}>`, read: end + 1 };
  return { out: address.replace(':', '\u200B:').replaceAll('[', '\\['), read: end + 1, lost: true };
}

function codeAngle(place: Place): Step | 'wait' {
  const { text, at, final } = place;
  const start = text.slice(at, at + 4).toLowerCase();
  if (start === '<img') return { out: escaped('\\<', place), read: 1 };
  return '<img'.startsWith(start) && !final ? 'wait' : plain('<');
}

function codeColon({ word }: Place): Step {
  return { out: /[(<][^\s(<]*script$|^(?:java|vb)script$/i.test(word) ? '\u200B:' : ':', read: 1 };
}

/** GFM autolinks bare addresses: an address into the docs is checked like any other link. */
function bareUrl({ text, at, final, word, check }: Place): Step | 'wait' {
  if (!/https?$/i.test(word)) return plain(':');
  const rest = text.slice(at, at + maxAddressLength);
  if (!rest.startsWith('://'.slice(0, rest.length))) return plain(':');
  const end = rest.search(/[\s<>()[\]"'`*]/);
  if (end < 0 && !final && rest.length < maxAddressLength) return 'wait';
  const address = end < 0 ? rest : rest.slice(0, end);
  const written = withoutEnd(address, '.,;:!?');
  if (check(/https?$/i.exec(word)![0] + written, 'link') !== null) return plain(written || ':');
  // Some renderers autolink after unescaping, so the address itself must be split.
  return { out: `\u200B${written}`, read: written.length, lost: true };
}
