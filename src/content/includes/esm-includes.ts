import { indentAfterFirst, type Include, type IncludeSyntax } from './include-syntax.ts';
import { withoutEnd } from '../../lib/without-end.ts';

/** Imports of one page. More are an attack on who looks for their uses. */
const maxImports = 100;

/**
 * Files that MDX imports: `import Part from './_part.mdx'` and then `<Part />`; with Docusaurus' raw loader the text
 * of a script, `import code from '!!raw-loader!./code.ts'` and then `{code}`.
 */
export const esmIncludes: IncludeSyntax = {
  marks: ['import '],
  find(piece, isCode, page) {
    if (isCode) return [];
    const imports = page.matchAll(/^import[ \t]+([A-Z]\w*|\w+)[ \t]+from[ \t]+["']([^"'\n]+)["']/gm);
    return Array.from(imports)
      .slice(0, maxImports)
      .flatMap(([, name = '', source = '']) => {
        if (source.startsWith('!!raw-loader!'))
          return usesOfText(piece, name, source.slice('!!raw-loader!'.length));
        return /\.mdx?$/.test(source) ? usesOfPage(piece, name, source) : [];
      });
  },
};

function usesOfPage(piece: string, name: string, target: string): Include[] {
  const tags = piece.matchAll(
    new RegExp(`<${name}\\b[^<>]{0,500}/>|<${name}\\b[^<>]{0,500}>\\s{0,20}</${name}>`, 'g'),
  );
  return Array.from(tags, ({ 0: tag, index }) => {
    const before = piece.slice(piece.lastIndexOf('\n', index) + 1, index);
    const indent = before.slice(withoutEnd(before, ' \t').length);
    return {
      start: index,
      end: index + tag.length,
      target,
      render: (text) => indentAfterFirst(text, indent),
    };
  });
}

function usesOfText(piece: string, name: string, target: string): Include[] {
  const uses = piece.matchAll(new RegExp(`\\{${name}\\}`, 'g'));
  return Array.from(uses, ({ 0: use, index }) => ({
    start: index,
    end: index + use.length,
    target,
    render: (text) => `{${JSON.stringify(text)}}`,
  }));
}
