import { scriptEntries } from '../navigation/script-entries.ts';
import {
  keyOf,
  mainExport,
  type Node,
  parseScript,
  propertyOf,
  textOf,
} from '../navigation/script-syntax.ts';
import {
  type Navigation,
  type NavigationEntry,
  type SiteFile,
  targetMark,
  titleMark,
} from '../navigation/site-file.ts';

/** A folder's own list of its pages: `_meta.json` of Rspress, `meta.json` of Fumadocs, whose `...` stands for all others. */
export const metaFile = (fits: RegExp, part: string | null): SiteFile => ({
  fits,
  ...(part !== null && { parts: [[part]] }),
  readNavigation(text, path) {
    const root = parseScript(text, path);
    const list = part === null ? mainExport(root) : propertyOf(root, part);
    const { entries } = scriptEntries(text, root, list === null ? [] : [list], {
      targets: ['name', 'link'],
      titles: ['label', 'text'],
      ignored: ['type', 'tag', 'context', 'overviewHeaders', 'activeMatch'],
      texts: true,
    });
    const folders = foldersIn(list);
    const places = new Set(folders.map(({ start }) => start));
    const isPage = ({ target, span }: NavigationEntry): boolean =>
      !places.has(span.start) && !/^(?:!|\.\.\.|---|\[|z\.\.\.)/.test(target);
    const names = entries.map(({ target }) => target);
    return {
      entries: entries.filter(isPage),
      folders: [
        ...(names.includes('...') || names.includes('z...a') || (list === null && part !== null)
          ? ['.']
          : []),
        ...names.flatMap((name) => /^\.\.\.(.+)$/.exec(name)?.[1] ?? []),
        // A page with the name of a folder is the page of its title.
        ...folders.flatMap(({ value }) => [value, `${value}.*`]),
      ],
    };
  },
});

/** `{ "type": "dir", "name": "guide" }`, whose pages are those of the folder's own file, or all of them. */
function foldersIn(list: Node | null): { value: string; start: number }[] {
  const items = list?.type === 'ArrayExpression' ? (list['elements'] as (Node | null)[]) : [];
  return items.flatMap((item) => {
    const type = textOf(propertyOf(item, 'type'))?.value ?? '';
    return /^dir(?:-section-header)?$/.test(type) ? (textOf(propertyOf(item, 'name')) ?? []) : [];
  });
}

/** The same as an object, whose keys are the pages. https://nextra.site/docs/file-conventions/meta-file */
export function readMetaObject(text: string, path: string): Navigation {
  const main = mainExport(parseScript(text, path));
  const properties = main?.type === 'ObjectExpression' ? (main['properties'] as Node[]) : [];
  const entries = properties.flatMap((property, nth): NavigationEntry[] => {
    const target = keyOf(property);
    if (target === null || target === '*') return [];
    const { key, value, start, end } = property as Node & { key: Node; value: Node };
    const isQuoted = key.type === 'StringLiteral';
    const quote = text[isQuoted ? key.start : value.start]!;
    const own = /["'`]/.test(quote) ? quote : "'";
    const [previousEnd, nextStart] = [properties[nth - 1]?.end ?? null, properties[nth + 1]?.start ?? null];
    return [
      {
        target,
        span: isQuoted ? { start: key.start + 1, end: key.end - 1 } : { start: key.start, end: key.end },
        item: { between: 'commas', start, end, previousEnd, nextStart },
        title: textOf(value)?.value ?? null,
        groups: [],
        pattern: `${own}${targetMark}${own}: ${own}${titleMark}${own}`,
        quoting: 'script',
      },
    ];
  });
  return { entries, folders: properties.some((property) => keyOf(property) === '*') ? ['.'] : [] };
}
