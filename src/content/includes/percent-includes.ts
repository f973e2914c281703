import type { IncludeSyntax } from './include-syntax.ts';

/**
 * `{% include "part.md" %}` (GitBook), `{% include-markdown "part.md" %}` (MkDocs) and
 * `{% partial file="/_part.md" /%}` (Markdoc).
 */
export const percentIncludes: IncludeSyntax = {
  marks: ['{%'],
  find(piece, isCode) {
    if (isCode) return [];
    const tags = piece.matchAll(
      /\{%-?[ \t]*(?:include|include-markdown|partial)[ \t]+(?:file=)?["']([^"'\n]+)["'][^%\n]*%\}/g,
    );
    return Array.from(tags, ({ 0: tag, 1: target = '', index }) => ({
      start: index,
      end: index + tag.length,
      target,
      render: (text: string) => text,
    }));
  },
};
