import type { SiteFile } from '../../navigation/site-file.ts';
import { scriptEntries } from '../../navigation/script-entries.ts';
import { mainExport, type Node, parseScript, propertyOf, textOf } from '../../navigation/script-syntax.ts';

/** `_meta.json` of a folder, and `_nav.json`. https://rspress.rs/guide/basic/auto-nav-sidebar */
export const rspressNavigation: SiteFile = {
  fits: /(?:^|\/)_(?:meta|nav)\.json$/,
  readNavigation(text, path) {
    const root = parseScript(text, path);
    const main = mainExport(root);
    const { entries } = scriptEntries(text, root, main === null ? [] : [main], {
      targets: ['name', 'link'],
      titles: ['label', 'text'],
      ignored: ['type', 'tag', 'context', 'overviewHeaders', 'activeMatch'],
      texts: true,
    });
    const folders = main === null ? [] : foldersOf(main);
    const places = new Set(folders.map(({ start }) => start));
    return {
      entries: entries.filter(({ span }) => !places.has(span.start)),
      // A page with the name of the folder is the page of its title.
      folders: folders.flatMap(({ value }) => [value, `${value}.*`]),
    };
  },
};

/** `{ "type": "dir", "name": "guide" }`, whose pages are those of the folder's own file, or all of them. */
function foldersOf(main: Node): { value: string; start: number }[] {
  const items = main.type === 'ArrayExpression' ? (main['elements'] as (Node | null)[]) : [];
  return items.flatMap((item) => {
    const type = textOf(propertyOf(item, 'type'))?.value ?? '';
    return /^dir(?:-section-header)?$/.test(type) ? (textOf(propertyOf(item, 'name')) ?? []) : [];
  });
}
