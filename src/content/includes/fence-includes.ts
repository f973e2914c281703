import { fenced } from '../markdown/section-text.ts';
import { linesOf, type IncludeSyntax } from './include-syntax.ts';

/** A fence without a line of code in it. */
const emptyFence = /^([ \t]*)(?:`{3,}(?!`)|~{3,}(?!~))([^\n]*)\n\s*(?:`{3,}|~{3,})(?=[ \t]*\n?$)/;

/** `file="./code.ts"`, a path and no label, with lines as `#L3`, `#L3-L6` or `#L3-`; `<root>` and `<rootDir>` are the folder of the site. */
const named =
  /(?:^|[ \t])file=["']?(?:<root(?:Dir)?>)?((?:\.{0,2}\/)[^\s"'#<>]+)(?:#L(\d+)(-)?(?:L(\d+))?)?["']?(?=[ \t]|$)/;

/**
 * An empty code fence that names the file of its code.
 * https://rspress.rs/guide/use-mdx/code-blocks https://github.com/kevin940726/remark-code-import
 */
export const fenceIncludes: IncludeSyntax = {
  marks: ['file='],
  find(piece, isCode) {
    const fence = isCode ? emptyFence.exec(piece) : null;
    if (fence === null) return [];
    const [whole, indent = '', info = ''] = fence;
    const [attribute = '', target, from, dash, to = ''] = named.exec(info) ?? [];
    if (target === undefined) return [];
    const render = (text: string): string => {
      const lines = from === undefined ? text : linesOf(text, `${from},${dash === undefined ? from : to}`);
      return fenced(lines.trimEnd(), info.replace(attribute, '').trim());
    };
    return [{ start: indent.length, end: whole.length, target, render }];
  },
};
