import type { Root } from 'mdast';
import { inlineText } from './section-text.ts';

/** https://man7.org/linux/man-pages/man7/man-pages.7.html#DESCRIPTION: `chess - the game of chess` below `NAME`. */
const subject = /^([^\s,][^,\n]{0,80}?)(?:,[^\n]{1,200}?)? [-–—]{1,3} \S/;

/** What a manual page is about, whose first heading of several alike is only `Name`; null for other pages. */
export function manualTitle({ children }: Root): string | null {
  const heading = children.find((node) => node.type === 'heading');
  if (heading === undefined || !/^name$/i.test(inlineText(heading).trim())) return null;
  const at = children.indexOf(heading);
  const isManual = children
    .slice(at + 1)
    .some((one) => one.type === 'heading' && one.depth === heading.depth);
  const below = children[at + 1];
  return isManual && below?.type === 'paragraph' ? (subject.exec(inlineText(below))?.[1] ?? null) : null;
}
