import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { parseHtml } from './html-page.ts';
import { joinHtml } from './join-html.ts';
import { mapProse } from './split-prose.ts';

/** `markdown` has HTML, `mdx` has JSX and expressions in its place; `html` is a page of a site. */
export type Dialect = 'markdown' | 'mdx' | 'html';

const markdown = unified().use(remarkParse).use(remarkGfm).freeze();
const mdx = unified().use(remarkParse).use(remarkGfm).use(remarkMdx).freeze();

/**
 * Parses a page's body. Nothing in it is evaluated: JSX and expressions are syntax in the tree.
 * @throws Error with the reason and place when MDX does not parse
 */
export function parseMarkdown(body: string, dialect: Dialect): Root {
  if (dialect === 'html') return parseHtml(body);
  if (dialect === 'mdx') return mdx.parse(mapProse(body, escapeForMdx));
  const tree = markdown.parse(body);
  joinHtml(tree);
  return tree;
}

/** Frameworks let authors write HTML comments and `{#id}` in MDX, which alone has neither. */
function escapeForMdx(prose: string): string {
  return dropComments(prose).replaceAll(/(^[ \t]*#{1,6}[ \t][^\n]*?)\{#([\w.:-]+)\}[ \t]*$/gm, '$1\\{#$2}');
}

function dropComments(prose: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = prose.indexOf('<!--', from);
    const end = start < 0 ? -1 : prose.indexOf('-->', start + 4);
    if (end < 0) return kept + prose.slice(from);
    kept += prose.slice(from, start);
    from = end + 3;
  }
}
