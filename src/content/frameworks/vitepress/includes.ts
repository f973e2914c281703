import { fenced } from '../../markdown/section-text.ts';
import { linesOf, regionOf, type IncludeSyntax } from '../../includes/include-syntax.ts';

/**
 * `<!--@include: ./part.md{3,10}-->` includes Markdown, `<<< @/code.ts#region{2} [title]` includes code.
 * https://vitepress.dev/guide/markdown#markdown-file-inclusion
 */
export const vitepressIncludes: IncludeSyntax = {
  marks: ['@include', '<<<'],
  find(piece, isCode) {
    if (isCode) return [];
    const pages = Array.from(
      piece.matchAll(
        /<!--[ \t]*@include:[ \t]*([^\s{#<>]+)(?:#([\w-]+))?(?:\{([\d,\s-]*)\})?(?:#([\w-]+))?[ \t]*-->/g,
      ),
      ({ 0: tag, 1: target = '', 2: before, 3: range, 4: after, index }) => ({
        start: index,
        end: index + tag.length,
        target,
        render: (text: string) => partOf(text, before ?? after, range),
      }),
    );
    const snippets = Array.from(
      piece.matchAll(
        /^[ \t]*<<<[ \t]*([^\s{#[]+)(?:#([\w-]+))?(?:[ \t]*\{([^}\n]*)\})?(?:[ \t]*\[([^\]\n]*)\])?[ \t]*$/gm,
      ),
      ({ 0: line, 1: target = '', 2: region, 3: meta = '', 4: title, index }) => ({
        start: index,
        end: index + line.length,
        target,
        render: (text: string, file: string) => {
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
