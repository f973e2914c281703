import type { Section } from '../content/page.ts';

/** Characters. Sections of 500 to 1,500 are found best; longer ones are found as parts of about this length. */
const longestPart = 1500;

/** A section as parts of at most `longestPart` characters, cut at blank lines, else at lines, else at blanks. */
export function splitSection(section: Section): Section[] {
  return splitText(section.text).map((text) => ({ ...section, text }));
}

function splitText(text: string): string[] {
  if (text.length <= longestPart) return [text];
  const count = Math.ceil(text.length / longestPart);
  const target = Math.ceil(text.length / count);
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > longestPart) {
    const end = cutBetween(text, start + Math.floor(target / 2), start + Math.min(target + 200, longestPart));
    parts.push(text.slice(start, end).trim());
    start = end;
  }
  parts.push(text.slice(start).trim());
  return parts.filter((part) => part !== '');
}

/** The last good place to cut in the window: after a blank line, a line, a blank; else its end, outside surrogate pairs. */
function cutBetween(text: string, from: number, to: number): number {
  const window = text.slice(from, to);
  for (const separator of ['\n\n', '\n', ' ']) {
    const at = window.lastIndexOf(separator);
    if (at >= 0) return from + at + separator.length;
  }
  const last = text.charCodeAt(to - 1);
  return last >= 0xd800 && last <= 0xdbff ? to - 1 : to;
}
