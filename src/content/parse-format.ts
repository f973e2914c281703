import type { AsciidocFacts } from './asciidoc/parse-asciidoc.ts';
import type { SphinxFacts } from './rst/context.ts';
import type { PageFile } from './site/site-facts.ts';
import type { PageSource } from './parse-tree.ts';
import type { ParsedFormat } from './parsed-format.ts';

/**
 * Parses a page that is not Markdown; null for Markdown. Each parser is loaded with the first page that needs it.
 * @throws Error when it does not parse
 */
export async function parseFormat({ page, text }: PageSource): Promise<ParsedFormat | null> {
  switch (page.dialects[0]) {
    case 'asciidoc': {
      const { parseAsciidoc } = await import('./asciidoc/parse-asciidoc.ts');
      return parseAsciidoc(text, page as PageFile<AsciidocFacts>);
    }
    case 'rst': {
      const { parseRst } = await import('./rst/parse-rst.ts');
      return parseRst(text, page as PageFile<SphinxFacts>);
    }
    case 'myst': {
      const { parseMyst } = await import('./myst/parse-myst.ts');
      return parseMyst(text, page as PageFile<SphinxFacts>);
    }
    default:
      return null;
  }
}
