import type { Code, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { blankCode } from '../../content/links/scan-page.ts';
import type { CodeItem } from './code-item.ts';
import { attributeCode, htmlCode } from './html-code.ts';

/** https://docs.mathjax.org/en/latest/input/tex/extensions/html.html */
const mathLink = /\\href\s{0,10}\{\s{0,10}(?:javascript|vbscript|data):[^}\n]{0,200}/gi;
/** https://facelessuser.github.io/pymdown-extensions/extensions/blocks/plugins/html/ */
const htmlBlock = /^[ \t]{0,40}\/{3,}[ \t]{0,10}html\b.{0,300}/gm;
/** Python-Markdown and others take for tags what CommonMark does not. */
const oddTag = /<[a-z][\w:-]{0,40}[/\f\v][^<>]{1,2000}>/gi;
const pair =
  /([\w:@.-]{1,60})[ \t]{0,5}=[ \t]{0,5}(?:"([^"]{0,1000})"|'([^']{0,1000})'|([^\s"'{}<>]{1,1000}))/g;

/** Code that dialects of Markdown read where CommonMark reads text. */
export function dialectCode(tree: Root, text: string, isMdx: boolean): CodeItem[] {
  const shown = blankCode(tree, text);
  const items: CodeItem[] = [];
  const lineAt = (index: number) => shown.slice(0, index).split('\n').length;
  for (const [at, line] of shown.split('\n').entries()) items.push(...mathCode(line, at + 1));
  // In MDX, braces are expressions and odd tags do not parse.
  if (isMdx) return items;
  for (const { 0: key, index } of shown.matchAll(htmlBlock))
    items.push({ kind: 'script', key: key.trim(), line: lineAt(index) });
  for (const { 0: html, index } of shown.matchAll(oddTag))
    items.push(...htmlCode({ html, line: lineAt(index) }));
  for (const { html, line } of unsureCode(tree, text)) items.push(...htmlCode({ html, line }));
  for (const [at, line] of shown.split('\n').entries()) items.push(...attributeLists(line, at + 1));
  return items;
}

/** Links of formulas that run a script. */
export function mathCode(text: string, line: number): CodeItem[] {
  return [...text.matchAll(mathLink)].map(([key]) => ({ kind: 'script', key, line }));
}

/**
 * `{: onclick="…" }`, `{onclick=…}` and the like, in the rest of a line: a quoted brace does not end a list.
 * https://kramdown.gettalong.org/syntax.html#inline-attribute-lists https://python-markdown.github.io/extensions/attr_list/
 */
function attributeLists(text: string, line: number): CodeItem[] {
  const open = text.indexOf('{');
  if (open < 0) return [];
  return [...text.slice(open).matchAll(pair)].flatMap(([, name, double, single, bare]) =>
    attributeCode('span', name!, double ?? single ?? bare!, line),
  );
}

/** Blocks that are no code to Python-Markdown: a fence that is left open, and code in a list by its indent alone. */
function unsureCode(tree: Root, text: string): { html: string; line: number }[] {
  const found: { html: string; line: number }[] = [];
  const add = ({ value, position }: Code) => found.push({ html: value, line: position!.start.line });
  const fenceOf = ({ position }: Code) => /^(`{3,}|~{3,})/.exec(text.slice(position!.start.offset))?.[0];
  visit(tree, 'code', (node) => {
    const fence = fenceOf(node);
    const end = text.slice(0, node.position!.end.offset);
    if (fence !== undefined && !end.slice(end.lastIndexOf('\n') + 1).includes(fence)) add(node);
  });
  visit(tree, 'listItem', (item) =>
    visit(item, 'code', (node) => void (fenceOf(node) === undefined && add(node))),
  );
  return found;
}
