import type { Nodes, Root, RootContent } from 'mdast';
import { asElement } from './element.ts';

/** The value of the expression between `{{` and `}}`; null when it is not known. */
export type Lookup = (expression: string) => string | null;

type Options = {
  lookup: Lookup;
  /** Whether code is filled too, as with templates that run before Markdown is parsed. */
  inCode: boolean;
};

const places = /\{\{-?([^{}\n]{1,200}?|[ \t]*(?:'[^'\n]{0,100}'|"[^"\n]{0,100}")[ \t]*)-?\}\}/g;

/** Values without Markdown or MDX syntax, which can be filled in anywhere before parsing, such as in a URL. */
export function fillPlainVariables(text: string, lookup: Lookup): string {
  return text.replaceAll(places, (whole, inside: string) => {
    const value = lookup(inside.trim());
    return value !== null && /^[\w .,:/@+~-]*$/.test(value) ? value : whole;
  });
}

/**
 * Replaces `{{ version }}` with its value in text, code and URLs. Unknown expressions are removed from text and listed
 * in the result; in code they stay as written.
 */
export function fillVariables(root: Root, { lookup, inCode }: Options): { root: Root; lost: string[] } {
  const lost: string[] = [];
  const fill = (text: string, isCode: boolean): string =>
    text.replaceAll(places, (whole, inside: string) => {
      const value = literalOf(inside.trim()) ?? lookup(inside.trim());
      if (value !== null) return value;
      if (isCode) return whole;
      lost.push(inside.trim());
      return '';
    });
  const read = (node: Nodes): Nodes => {
    if (!inCode && 'v-pre' in (asElement(node)?.attributes ?? {})) return asCode(node);
    const filled =
      'children' in node ? ({ ...node, children: node.children.map(read) } as Nodes) : { ...node };
    const title = filled.type === 'element' ? filled.attributes['title'] : undefined;
    if (filled.type === 'element' && typeof title === 'string' && title.includes('{{'))
      filled.attributes = { ...filled.attributes, title: fill(title, false).trim() };
    // Headings of Vue are named before their values are known.
    if (filled.type === 'heading' && node.type === 'heading' && !inCode)
      filled.data = { ...node.data, written: node };
    if (filled.type === 'text') filled.value = fill(filled.value, false);
    else if (filled.type === 'inlineCode' && inCode) filled.value = fill(filled.value, true);
    // Vue reads braces of such code, too. https://vitepress.dev/guide/using-vue#unescape-in-code-blocks
    else if (filled.type === 'code' && (inCode || /-vue\b/.test(filled.lang ?? '')))
      filled.value = fill(filled.value, true);
    else if (filled.type === 'link' || filled.type === 'image' || filled.type === 'definition')
      filled.url = fill(filled.url.replaceAll('%7B', '{').replaceAll('%7D', '}'), true);
    else if (filled.type === 'mdxTextExpression' || filled.type === 'mdxFlowExpression') {
      // MDX parses the outer braces as its own.
      const name = /^\{([^{}\n]{1,200})\}$/.exec(filled.value)?.[1];
      const value = name === undefined ? null : lookup(name.trim());
      if (value !== null) return { type: 'text', value };
    }
    return filled;
  };
  return { root: { ...root, children: root.children.map((child) => read(child) as RootContent) }, lost };
}

/** `{{ '{{' }}` shows braces. https://jinja.palletsprojects.com/en/stable/templates/#escaping */
function literalOf(expression: string): string | null {
  const [, single, double] = /^(?:'([^'\\]*)'|"([^"\\]*)")$/.exec(expression) ?? [];
  return single ?? double ?? null;
}

/** With `v-pre`, Vue shows braces as they are. https://vuejs.org/api/built-in-directives.html#v-pre */
function asCode(node: Nodes): Nodes {
  if (node.type === 'text' && node.value.includes('{{')) return { type: 'inlineCode', value: node.value };
  return 'children' in node ? ({ ...node, children: node.children.map(asCode) } as Nodes) : node;
}
