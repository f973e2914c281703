import type { Root } from 'mdast';
import type { Framework } from './frameworks/framework.ts';
import type { Addresses, Dialect, PageFile } from './site/site-facts.ts';
import { type FrontMatter, textField } from './front-matter.ts';
import { fillPlainVariables, fillVariables } from './markdown/fill-variables.ts';
import { parseMarkdown } from './markdown/parse-markdown.ts';
import { placeParts } from './mdx/place-parts.ts';
import { vueLookup } from './mdx/vue-lookup.ts';
import type { ContentWarning } from './page.ts';
import { isMdx } from './site/endings.ts';

/** All inputs of a page, as data. */
export type PageSource = {
  framework: string;
  page: PageFile;
  addresses: Addresses;
  text: string;
  /** The file's own text, if `text` is another; null for a page that no file holds. */
  own?: string | null;
  hash: string;
  /** The texts of the files that the page includes by its syntax, by path, and the root folders of such paths. */
  parts?: Record<string, string>;
  sourceRoots?: string[];
  /** The API operation shown below the page's text, as Markdown. */
  operation?: string | null;
  /** Values of `{{ name }}`; null when that is plain text. */
  variables?: Record<string, string> | null;
};

type Written = { data: FrontMatter; body: string; dialect: Dialect };

/** A page's tree, the text that was parsed, its unresolved expressions, and what it exports in place of front matter. */
type ParsedTree = { tree: Root; prepared: string; lost: string[]; exported: FrontMatter };

/**
 * The page's tree with its includes.
 * @throws Error with position and reason when MDX does not parse
 */
export function parseTree(
  source: PageSource,
  framework: Framework,
  { data, body, dialect }: Written,
  warnings: ContentWarning[],
): ParsedTree {
  const { page, parts = {}, sourceRoots = [], operation = null, variables = null } = source;
  const isVue = framework.variables === 'vue';
  const ofPage = (name: string): string | null =>
    framework.variables === 'site and page' ? textField(data, name.replace(/^page\.(?:meta\.)?/, '')) : null;
  const valueOf = (name: string): string | null => variables?.[name] ?? ofPage(name);
  const lost: string[] = [];

  const parse = (text: string, dialect: Dialect): { root: Root; prepared: string } => {
    const hasVariables = text.includes('{{') && (isVue || variables !== null);
    const plain = hasVariables && !isVue ? fillPlainVariables(text, valueOf) : text;
    const prepared = framework.prepare?.(plain, page, data) ?? plain;
    const root = parseMarkdown(prepared, dialect, framework);
    if (!hasVariables) return { root, prepared };
    const lookup = isVue ? vueLookup(root, { file: page.file, data, parts, sourceRoots }) : valueOf;
    const filled = fillVariables(root, { lookup, inCode: !isVue });
    lost.push(...filled.lost);
    return { root: filled.root, prepared };
  };

  const parsed = parse(body, dialect);
  let tree = parsed.root;
  let exported: FrontMatter = {};
  if (dialect === 'mdx') {
    // Where `.md` is no MDX, an included one is none either.
    const parsePart = (text: string, part: string): Root =>
      parse(text, !isMdx(part) && framework.mdIsMdx !== true ? 'markdown' : 'mdx').root;
    const placed = placeParts(tree, { file: page.file, data, parts, sourceRoots, parse: parsePart });
    for (const message of placed.lost.messages) warnings.push({ file: page.file, message });
    lost.push(...placed.lost.expressions);
    tree = placed.root;
    exported = placed.exported;
  }
  if (operation !== null) {
    tree = { ...tree, children: [...tree.children, ...parseMarkdown(operation, 'markdown').children] };
  }
  return { tree, prepared: parsed.prepared, lost, exported };
}
