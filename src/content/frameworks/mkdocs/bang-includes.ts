import { indentAfterFirst, linesOfRanges, type IncludeSyntax } from '../../includes/include-syntax.ts';

/**
 * `{!file.md!}` of Markdown's include extensions, in prose and in code, with lines as `{!file.py!lines=1-3 8!}` or
 * `{! file.py [ln:1-3,8-] !}`. https://github.com/cmacmac/markdown-include https://github.com/neurobin/mdx_include
 */
export const bangIncludes: IncludeSyntax = {
  marks: ['{!'],
  find(piece) {
    const tags = piece.matchAll(
      /^([ \t]*)(.{0,200}?)\{!>?[ \t]{0,80}["']?([\w./@ -]{1,300}?)["']?[ \t]*(?:\[ln:([\d,-]{1,200})\][ \t]*|!lines=([\d -]{1,200}))?!\}/gm,
    );
    return Array.from(
      tags,
      ({ 0: tag, 1: space = '', 2: before = '', 3: target = '', 4: ln, 5: lines, index }) => {
        const indent = before === '' ? space : '';
        const ranges = (ln ?? lines ?? '').split(/[ ,]+/).filter((range) => range !== '');
        return {
          start: index + space.length + before.length,
          end: index + tag.length,
          target,
          isOptional: true,
          render: (text: string) => {
            const part = ranges.length === 0 ? text : linesOfRanges(text, ranges, '-');
            return indentAfterFirst(part.trimEnd(), indent);
          },
        };
      },
    );
  },
};
