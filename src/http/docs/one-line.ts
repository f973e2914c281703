import { cleanLine } from '../../lib/clean-text.ts';

/** Tags and spaces without width, by which text that nobody sees reaches a model. */
const unseen = /[\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu;

/** Text of the docs on one line, without what is not seen. */
export function cutLine(text: string, maxLength: number): string {
  const line = cleanLine(text.slice(0, 4 * maxLength))
    .replaceAll(unseen, '')
    .replaceAll(/\s+/g, ' ');
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The same within a line of Markdown: no link, code or HTML begins in it. */
export function oneLine(text: string, maxLength: number): string {
  return cutLine(text, maxLength).replace(/[\\`[\]<]/g, '\\$&');
}
