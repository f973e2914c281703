import type { FoundLink } from './page-facts.ts';

/** Sphinx roles that name a page, a label or a file. */
export const roleNames = 'doc|ref|numref|download';

/**
 * The target of a role: `install`, or `the setup <install>`.
 * @param start offset of the role's content in the page
 */
export function roleLink(name: string, content: string, start: number): Omit<FoundLink, 'line'> {
  const named = /<([^<>]{1,500})>\s*$/.exec(content)?.[1] ?? content;
  const url = named.replace(/^~/, '').trim();
  const at = start + content.lastIndexOf(url);
  const span = { url, alt: null, start: at, end: at + url.length };
  if (name === 'doc') return { ...span, kind: 'link', syntax: 'doc' };
  return name === 'download' ? { ...span, kind: 'link', syntax: 'file' } : { ...span, kind: 'reference' };
}
