import type { IncludeSyntax } from './include-syntax.ts';

/** Mintlify's `<Snippet file="part.mdx" />`, from the folder `snippets`. https://mintlify.com/docs/reusable-snippets */
export const snippetTagIncludes: IncludeSyntax = {
  marks: ['<Snippet'],
  find(piece, isCode) {
    if (isCode) return [];
    const tags = piece.matchAll(/<Snippet\s[^<>\n]{0,200}?file=["']([^"'\n]+)["'][^<>\n]{0,200}>/g);
    return Array.from(tags, ({ 0: tag, 1: file = '', index }) => ({
      start: index,
      end: index + tag.length,
      target: `/snippets/${file}`,
      render: (text: string) => text,
    }));
  },
};
