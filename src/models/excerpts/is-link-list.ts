import { remembering } from '../../lib/recent.ts';

const docsLink = /\[[^[\]]{1,200}\]\((?!https?:)[^()\s]{1,400}\)/g;
/** Letters beside each link that only say where it leads: `To set it up, see [the guide](guide.md).` */
const lettersPerLink = 70;

/** Whether a section only leads to other pages: `See also`, `Next steps`, `Follow the guide for Ubuntu`. */
export const isLinkList = remembering(100_000, (markdown) => {
  if (/^[ \t]*(?:```|~~~|\|)/m.test(markdown)) return false;
  const links = markdown.match(docsLink)?.length ?? 0;
  if (links === 0) return false;
  const beside = markdown.replaceAll(docsLink, '').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return beside <= lettersPerLink * links;
});
