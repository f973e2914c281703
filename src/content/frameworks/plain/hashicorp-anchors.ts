import { mapProse } from '../../markdown/split-prose.ts';

const aliases = / ?\(\(#([^()\n]{1,300})\)\)/g;
const listed = /^([ \t]*[-*+][ \t]+)`([^`\n]{1,200})`/gm;

/**
 * The targets that HashiCorp's sites add: `((#id, #other))` in a heading or list item, and the code that a list item begins
 * with. Their alerts begin with `->`, `~>`, `=>` or `!>`. https://github.com/hashicorp/remark-plugins
 */
export function hashicorpTargets(body: string): string {
  return mapProse(body, (prose) => {
    const ids = new Map<string, number>();
    return prose
      .replaceAll(
        /^(#{1,6}[ \t][^\n]*?) ?\(\(#([^()\n]{1,300})\)\)/gm,
        (_, title: string, names: string) => `${targets(names)}\n\n${title}`,
      )
      .replaceAll(aliases, (_, names: string) => targets(names))
      .replaceAll(listed, (item, _, code: string) => `${item}${target(unused(slugOf(code), ids))}`)
      .replaceAll(/^(?:[-~=!]>)[ \t]+(?=\S)/gm, '> ');
  });
}

function targets(names: string): string {
  return names
    .split(',')
    .map((name) => target(name.trim().replace(/^#/, '').replaceAll('\\', '')))
    .join('');
}

function target(id: string): string {
  return /^[\w.:-]+$/.test(id) ? `<a id="${id}"></a>` : '';
}

function unused(slug: string, taken: Map<string, number>): string {
  const count = taken.get(slug) ?? 0;
  taken.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

function slugOf(code: string): string {
  return code.toLowerCase().replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '');
}
