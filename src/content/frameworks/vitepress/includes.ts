import { fenced } from '../../markdown/section-text.ts';
import { includesOf, linesOf, regionOf, type IncludeSyntax } from '../../includes/include-syntax.ts';

/**
 * `<!--@include: ./part.md{3,10}-->` includes Markdown, `<<< @/code.ts#region{2} [title]` includes code.
 * https://vitepress.dev/guide/markdown#markdown-file-inclusion
 */
export const vitepressIncludes: IncludeSyntax = {
  marks: ['@include', '<<<'],
  find(piece, isCode) {
    if (isCode) return [];
    const pages = includesOf(
      piece,
      /(?:^[ \t]*)?<!--[ \t]*@include:[ \t]*([^\s{#<>]+)(?:#([\w-]+))?(?:\{([\d,\s-]*)\})?(?:#([\w-]+))?[ \t]*-->/gm,
      ([, target = '', before, range, after]) => ({
        target,
        render: (text) => partOf(text, before ?? after, range),
      }),
    );
    const snippets = includesOf(
      piece,
      /^[ \t]*<<<[ \t]*([^\s{#[]+)(?:#([\w-]+))?(?:[ \t]*\{([^}\n]*)\})?(?:[ \t]*\[([^\]\n]*)\])?[ \t]*$/gm,
      ([, target = '', region, meta = '', title]) => ({
        target,
        render(text, file) {
          const language = /[a-z][\w+#-]*/i.exec(meta)?.[0] ?? file.slice(file.lastIndexOf('.') + 1);
          const info = title === undefined ? language : `${language} [${title}]`;
          return fenced(partOf(text, region, undefined).trimEnd(), info);
        },
      }),
    );
    return [...pages, ...snippets];
  },
};

function partOf(text: string, region: string | undefined, range: string | undefined): string {
  const part = region === undefined ? text : (regionOf(text, region) ?? text);
  return range === undefined ? part : linesOf(part, range.replaceAll(/\s/g, ''));
}
