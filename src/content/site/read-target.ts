import { decodedPath } from '../../lib/decoded-path.ts';
import { withoutEnd } from '../../lib/without-end.ts';

/** The decoded path and the anchor as written, and whether it was an address below the site's. */
export type Target = { path: string; anchor: string; isBelow: boolean };

/** An internal link's path and anchor; null for a link to elsewhere. */
export function readTarget(link: string, base: string): Target | null {
  const below = base !== '' && link.startsWith(base) ? link.slice(withoutEnd(base, '/').length) : '';
  // `https://example.org/docs-old` is not below `https://example.org/docs`.
  const inside = /^[/?#]/.test(below) || link === base ? below : link;
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(inside) || /[{}<>]/.test(inside)) return null;
  // ExDoc's references to code: [text](`Mix.Task`). https://hexdocs.pm/ex_doc/readme.html#auto-linking
  if (/^(?:`|%60)/.test(inside)) return null;
  // What stands for a folder or a text is known to the site's bundler alone; `@site` is Docusaurus's root.
  if (/^(?:@(?!site\/)|\$)/.test(inside)) return null;
  // Addresses of people, without `mailto:`.
  if (/^[^/\s#?@]+@[^/\s#?@]+\.[a-z]{2,}$/i.test(inside)) return null;
  const [path = '', fragment = ''] = inside.split('#');
  // A text fragment is no anchor: https://wicg.github.io/scroll-to-text-fragment/
  const anchor = fragment.split(':~:')[0] ?? '';
  return { path: decodedPath(path.split('?')[0] ?? ''), anchor, isBelow: inside !== link };
}
