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
  const written = dialect === 'mdx' ? mapProse(text, dropComments) : text;
  const root = parse(written, { position: false, features }) as Root;
  const tree = hasDirectives ? readDirectives(root) : root;
  if (dialect === 'markdown') joinHtml(tree);
  return tree;
}

/** Frameworks let authors write HTML comments in MDX, which alone has none. Lines keep their numbers. */
function dropComments(prose: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = prose.indexOf('<!--', from);
    const end = start < 0 ? -1 : prose.indexOf('-->', start + 4);
    if (end < 0) return kept + prose.slice(from);
    kept += prose.slice(from, start) + prose.slice(start, end).replaceAll(/[^\n]+/g, '');
    from = end + 3;
  }
}
