import { isMarkdown } from '../frameworks/paths.ts';
import { fenced } from '../markdown/section-text.ts';
import { regionOf, type IncludeSyntax } from './include-syntax.ts';

/** `<include>./part.mdx#section</include>`, code for other files. https://fumadocs.dev/docs/mdx/include */
export const fumadocsIncludes: IncludeSyntax = {
  marks: ['<include'],
  find(piece, isCode) {
    if (isCode) return [];
    const tags = piece.matchAll(/<include\b([^<>\n]*)>([^<>\n]+)<\/include>/g);
    return Array.from(tags, ({ 0: tag, 1: attributes = '', 2: inside = '', index }) => {
      const [target = '', section] = inside.trim().split('#');
      const language = /\blang=["']([\w-]+)["']/.exec(attributes)?.[1];
      return {
        start: index,
        end: index + tag.length,
        target,
        render: (text: string, file: string) => {
          const part =
            section === undefined ? text : (sectionOf(text, section) ?? regionOf(text, section) ?? text);
          if (isMarkdown(file) && language === undefined) return part;
          return fenced(part.trimEnd(), language ?? file.slice(file.lastIndexOf('.') + 1));
        },
      };
    });
  },
};

function sectionOf(text: string, id: string): string | null {
  const start = text.indexOf(`<section id="${id}">`);
  const end = text.indexOf('</section>', start);
  return start < 0 || end < 0 ? null : text.slice(text.indexOf('>', start) + 1, end);
}
