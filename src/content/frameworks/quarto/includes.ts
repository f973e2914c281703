import type { IncludeSyntax } from '../../includes/include-syntax.ts';

/** `{{< include _part.qmd >}}`. https://quarto.org/docs/authoring/includes.html */
export const quartoIncludes: IncludeSyntax = {
  marks: ['{{<'],
  find(piece, isCode) {
    if (isCode) return [];
    const tags = piece.matchAll(/(?<!\{)\{\{<[ \t]+include[ \t]+["']?([^\s"'<>{}]+)["']?[ \t]+>\}\}/g);
    return Array.from(tags, ({ 0: tag, 1: target = '', index }) => ({
      start: index,
      end: index + tag.length,
      target,
      render: (text: string) => text,
    }));
  },
};
