import { fenced } from '../../markdown/section-text.ts';
import { indentAfterFirst, linesOfRanges, type IncludeSyntax } from '../../includes/include-syntax.ts';

/** `{* ../../src/app.py ln[1:8,12] hl[3] *}` includes a file, or lines of it, as code. https://github.com/tiangolo/markdown-include-variants */
export const codeIncludes: IncludeSyntax = {
  marks: ['{*'],
  find(piece, isCode) {
    if (isCode) return [];
    const tags = piece.matchAll(/^([ \t]*)\{\*[ \t]+([^\s*]+)((?:[^\S\n][^*\n]*)?)\*\}[ \t]*$/gm);
    return Array.from(tags, ({ 0: tag, 1: indent = '', 2: target = '', 3: options = '', index }) => ({
      start: index,
      end: index + tag.length,
      target,
      render: (text: string, file: string) => {
        const ranges = /\bln\[([\d:,]+)\]/.exec(options)?.[1]?.split(',') ?? [];
        const part = ranges.length === 0 ? text : linesOfRanges(text, ranges, ':');
        const code = fenced(part.trimEnd(), file.slice(file.lastIndexOf('.') + 1));
        return indent + indentAfterFirst(code, indent);
      },
    }));
  },
};
