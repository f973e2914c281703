import { codeSpanEnd } from './markdown-code.ts';

const maxLabelLength = 200;
const maxTargetLength = 400;

type FoundLink = { label: string; target: string; end: number };

/**
 * Reads `[label](target)` at the `[`. `brackets`: plain brackets, harmless as they are. `open`: a construct that a
 * renderer might still read as a link (a definition, a label with brackets or a line break in it), so the `[` must be
 * escaped. `wait`: more text is needed. Titles are skipped.
 */
export function readLink(text: string, at: number, final: boolean): FoundLink | 'brackets' | 'open' | 'wait' {
  const close = labelEnd(text, at, final);
  if (close === 'wait' || close === null) return close ?? 'open';
  const following = text[close + 1];
  if (following === undefined) return final ? 'brackets' : 'wait';
  if (following === ':') return 'open';
  if (following !== '(') return 'brackets';
  const end = targetEnd(text, close + 2, final);
  if (end === 'wait' || end === null) return end ?? 'open';
  return { label: text.slice(at + 1, close), target: targetOf(text.slice(close + 2, end)), end: end + 1 };
}

/** The label without anything that a renderer could read as code or HTML. Uses entities: backslashes would become part
 * of a bare address. */
export function cleanLabel(label: string): string {
  let clean = '';
  for (let at = 0; at < label.length; at++) {
    const character = label[at]!;
    if (character === '\\') clean += label.slice(at, ++at + 1);
    else if (character === '<') clean += '&lt;';
    else if (character === '`') {
      const ticks = /^`+/.exec(label.slice(at))![0].length;
      const end = codeSpanEnd(label, at, ticks, true) as number | null;
      clean += end === null ? '&#96;'.repeat(ticks) : label.slice(at, end);
      at = (end ?? at + ticks) - 1;
    } else clean += character;
  }
  return clean;
}

function labelEnd(text: string, at: number, final: boolean): number | 'wait' | null {
  for (let i = at + 1; i < text.length; i++) {
    if (i - at > maxLabelLength) return null;
    const character = text[i];
    if (character === '\\') i++;
    else if (character === '\n' || character === '[') return null;
    else if (character === ']') return i;
    else if (character === '`') {
      const ticks = /^`+/.exec(text.slice(i))![0].length;
      const end = codeSpanEnd(text, i, ticks, final);
      if (end === 'wait') return 'wait';
      i = (end ?? i + ticks) - 1;
    }
  }
  return final ? null : 'wait';
}

function targetEnd(text: string, from: number, final: boolean): number | 'wait' | null {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (i - from > maxTargetLength || text[i] === '\n') return null;
    if (text[i] === '\\') i++;
    else if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return final ? null : 'wait';
}

function targetOf(inside: string): string {
  const trimmed = inside.trim();
  const target = /^<([^>]*)>/.exec(trimmed)?.[1] ?? trimmed.split(/\s/, 1)[0] ?? '';
  return target.trim().replaceAll('&amp;', '&');
}
