import type { Root } from 'mdast';
import { markdownToMdast, mdxToMdast } from 'satteri';
import { directiveLabels, readDirectives } from './directives.ts';
import { parseHtml } from './html-page.ts';
import { joinHtml } from './join-html.ts';
import { mapProse } from './split-prose.ts';

/**
 * `markdown` has HTML, `mdx` has JSX and expressions in its place; `html` is a page of a site. The others are formats
 * with parsers of their own.
 */
export type Dialect = 'markdown' | 'mdx' | 'html' | 'asciidoc' | 'rst' | 'myst';

/** Heading attributes are for MDX only: in Markdown they would take `{id}` out of `## GET /users/{id}`. */
const mdx = { frontmatter: false, headingAttributes: true };
const markdown = { frontmatter: false };

/**
 * Parses a page's body. Nothing in it is evaluated: JSX and expressions are syntax in the tree.
 * @throws Error with the place (`line:column: …`) and reason when MDX does not parse
 */
export function parseMarkdown(body: string, dialect: Dialect, { directives = false } = {}): Root {
  if (dialect === 'html') return parseHtml(body);
  const hasDirectives = directives && body.includes(':::');
  const text = hasDirectives ? directiveLabels(body) : body;
  const features = { ...(dialect === 'mdx' ? mdx : markdown), directive: hasDirectives };
  const parse = dialect === 'mdx' ? mdxToMdast : markdownToMdast;
  const written = dialect === 'mdx' ? mapProse(text, dropHtmlComments) : withoutMdxComments(text);
  const root = parse(written, { position: false, features }) as Root;
  const tree = hasDirectives ? readDirectives(root) : root;
  if (dialect === 'markdown') joinHtml(tree);
  return tree;
}

/** Frameworks let authors write HTML comments in MDX, which alone has none. */
function dropHtmlComments(prose: string): string {
  return dropBetween(prose, '<!--', '-->');
}

/** Pages that were MDX, or will be, have comments that nobody is to see. */
function withoutMdxComments(text: string): string {
  return text.includes('{/*') ? mapProse(text, (prose) => dropBetween(prose, '{/*', '*/}')) : text;
}

/** Lines keep their numbers; what stands in a code span is shown. */
function dropBetween(prose: string, opening: string, closing: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    let start = prose.indexOf(opening, from);
    while (start > 0 && prose[start - 1] === '`') start = prose.indexOf(opening, start + 1);
    const end = start < 0 ? -1 : prose.indexOf(closing, start + opening.length);
    if (end < 0) return kept + prose.slice(from);
    kept += prose.slice(from, start) + prose.slice(start, end).replaceAll(/[^\n]+/g, '');
    from = end + closing.length;
  }
}
