import { type NavigationEntry, type SiteFile, targetMark, titleMark } from '../../navigation/site-file.ts';
import { keyOf, mainExport, type Node, parseScript, textOf } from '../../navigation/script-syntax.ts';

/** `_meta.js` and `_meta.json` of a folder: its keys are pages, in order. https://nextra.site/docs/file-conventions/meta-file */
export const nextraNavigation: SiteFile = {
  fits: /(?:^|\/)_meta(?:\.[\w-]+)?\.(?:[cm]?[jt]sx?|json)$/,
  readNavigation(text, path) {
    const main = mainExport(parseScript(text, path));
    const properties = main?.type === 'ObjectExpression' ? (main['properties'] as Node[]) : [];
    const entries = properties.flatMap((property, nth): NavigationEntry[] => {
      const target = keyOf(property);
      if (target === null || target === '*') return [];
      const { key, value, start, end } = property as Node & { key: Node; value: Node };
      const isQuoted = key.type === 'StringLiteral';
      const quote = text[isQuoted ? key.start : value.start]!;
      const own = /["'`]/.test(quote) ? quote : "'";
      return [
        {
          target,
          span: isQuoted ? { start: key.start + 1, end: key.end - 1 } : { start: key.start, end: key.end },
          item: {
            between: 'commas',
            start,
            end,
            previousEnd: properties[nth - 1]?.end ?? null,
            nextStart: properties[nth + 1]?.start ?? null,
          },
          title: textOf(value)?.value ?? null,
          groups: [],
          pattern: `${own}${targetMark}${own}: ${own}${titleMark}${own}`,
          quoting: 'script',
        },
      ];
    });
    return { entries, folders: properties.some((property) => keyOf(property) === '*') ? ['.'] : [] };
  },
};
