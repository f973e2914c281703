import type { RootContent } from 'mdast';
import { type Context, type Directive, paragraph } from './context.ts';
import { linkTo } from './inline.ts';

/** The pages of a `toctree` or an `autosummary` as links; a hidden toctree is only for the sidebar. */
export function renderToctree(
  { name, options, body }: Directive,
  { facts: { places = {} }, module }: Context,
): RootContent[] {
  if ('hidden' in options || 'includehidden' in options) return [];
  const items = body.flatMap((line): RootContent[] => {
    const entry = line.trim();
    if (entry === '' || entry.startsWith('..') || entry === 'self') return [];
    const [, title, written] = /^(.*[^\s<])\s*<([^<>]+)>$/.exec(entry) ?? [];
    const target = (written ?? entry).replace(/^~/, '');
    const place =
      name === 'autosummary'
        ? (places[`obj:${target}`] ?? places[`obj:${module}.${target}`])
        : places[`doc:${target}`];
    if (name === 'toctree' && place === undefined && !target.includes('://')) return [];
    const shown = title ?? (place?.title || target);
    const url = place?.url ?? (target.includes('://') ? target : '');
    return [{ type: 'listItem', spread: false, children: [paragraph(linkTo(url, shown))] as never }];
  });
  return items.length === 0
    ? []
    : [{ type: 'list', ordered: false, spread: false, children: items as never }];
}
