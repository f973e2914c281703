import type { Element, ElementContent, Nodes, Root as HtmlRoot } from 'hast';
import type { Heading, Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import { toMdast, type State } from 'hast-util-to-mdast';
import { htmlToHast } from 'satteri';
import { endTerms } from './definitions.ts';
import { dropFurniture } from './drop-furniture.ts';

declare module 'mdast' {
  interface RootData {
    /** Fragments of the page besides those of its headings. */
    ids?: string[];
  }
  interface ParagraphData {
    /** Of a paragraph that is a term of a definition list: its fragment, null without one. */
    termAnchor?: string | null;
  }
}

const handlers = {
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, headingOf])),
  dl: definitionsOf,
  pre: (_state: unknown, node: Element) => ({
    type: 'code' as const,
    lang: property(node, 'dataLanguage'),
    value: codeText(node).replace(/^\n+/, '').trimEnd(),
  }),
};

/** Parses the HTML of a page's content. Headings keep their ids as `data.anchor`, and code keeps its language. */
export function parseHtml(html: string): Root {
  const tree = htmlToHast(html, { fragment: true }) as HtmlRoot;
  const ids: string[] = [];
  dropFurniture(tree);
  prepare(tree, { ids, language: null, wrapperId: null });
  const root = toMdast(tree, { handlers }) as Root;
  root.data = { ...root.data, ids };
  return root;
}

function headingOf(state: State, node: Element): Heading {
  const heading: Heading = {
    type: 'heading',
    depth: Number(node.tagName.charAt(1)) as Heading['depth'],
    children: state.all(node) as PhrasingContent[],
  };
  const anchor = property(node, 'id');
  return anchor === null ? heading : { ...heading, data: { ...heading.data, anchor } };
}

/** Terms in bold, each followed by what explains it; those of one explanation in one line, with the first one's id. */
function definitionsOf(state: State, list: Element): RootContent[] {
  const nodes: RootContent[] = [];
  let terms: Element[] = [];
  const closeTerms = () => {
    if (terms.length > 0) nodes.push(termsOf(state, terms, list));
    terms = [];
  };
  for (const child of list.children) {
    if (child.type === 'text' ? child.value.trim() === '' : child.type !== 'element') continue;
    if (child.type === 'element' && child.tagName === 'dt') terms.push(child);
    else {
      closeTerms();
      nodes.push(...besideTerms(state, child));
    }
  }
  closeTerms();
  return list.tagName === 'dl' ? endTerms(nodes) : nodes;
}

/** A definition, terms in a `div`, or what else stands in a list, though HTML has no place for it. */
function besideTerms(state: State, node: ElementContent): RootContent[] {
  const name = node.type === 'element' ? node.tagName : '';
  if (node.type === 'element' && name === 'div') return definitionsOf(state, node);
  const parent = name === 'dd' ? node : { type: 'root' as const, children: [node] };
  return state.toFlow(state.all(parent as Element));
}

/** @param around the list, or the `div` in it, whose id is that of the term */
function termsOf(state: State, terms: readonly Element[], around: Element): Paragraph {
  const children = terms.flatMap((term, at): PhrasingContent[] => [
    ...(at === 0 ? [] : [{ type: 'text', value: ', ' } as const]),
    { type: 'strong', children: state.all(term) as PhrasingContent[] },
  ]);
  const ids = terms.map((term) => idOf(term) ?? idInside(term));
  const wrapperId = around.tagName === 'div' ? idOf(around) : null;
  const termAnchor = ids.find((id) => id !== null) ?? wrapperId;
  return { type: 'paragraph', children, data: { termAnchor } };
}

/** Context of an element: the page's ids so far, the language of code, a wrapper's id for its heading. */
type Above = { ids: string[]; language: string | null; wrapperId: string | null };

/** Moves ids to headings, languages to code, and labels to tab panels. */
function prepare(node: Nodes, above: Above): void {
  if (!('children' in node)) return;
  let { wrapperId } = above;
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const id = idOf(child);
    if (id !== null) above.ids.push(id);
    const language = languageOf(child) ?? above.language;
    const label = property(child, 'dataLabel');
    if (/^h[1-6]$/.test(child.tagName)) {
      child.properties['id'] = id ?? idInside(child) ?? wrapperId ?? undefined;
      wrapperId = null;
      collectIds(child, above.ids);
    } else if (child.tagName === 'pre') {
      child.properties['dataLanguage'] = language ?? languageInside(child);
    } else if (['a', 'span'].includes(child.tagName) && child.children.length === 0) {
      // `<a id="install"></a>` comes before its heading.
      wrapperId = id;
    } else {
      const wrapper = child.tagName === 'section' || child.tagName === 'div' ? id : null;
      prepare(child, { ids: above.ids, language, wrapperId: wrapper ?? wrapperId });
      if (child.tagName !== 'p') wrapperId = null;
    }
    if (child.tagName === 'td' || child.tagName === 'th') spaceOut(child);
    if (label !== null) child.children.unshift(strong(label));
  }
}

function idOf(element: Element): string | null {
  return property(element, 'id') ?? (element.tagName === 'a' ? property(element, 'name') : null);
}

function collectIds(element: Element, ids: string[]): void {
  for (const child of element.children) {
    if (child.type !== 'element') continue;
    const id = idOf(child);
    if (id !== null) ids.push(id);
    collectIds(child, ids);
  }
}

const cellBlocks = new Set(['p', 'div', 'ul', 'ol', 'li', 'dl', 'dt', 'dd']);

/** A cell is one line of Markdown: its blocks are joined with spaces. */
function spaceOut(cell: Element): void {
  cell.children = cell.children.flatMap((child): Element['children'] => {
    if (child.type !== 'element' || !cellBlocks.has(child.tagName)) return [child];
    spaceOut(child);
    return [
      { ...child, tagName: 'span' },
      { type: 'text', value: ' ' },
    ];
  });
}

function idInside(heading: Element): string | null {
  for (const child of heading.children) {
    if (child.type !== 'element') continue;
    const id = property(child, 'id') ?? property(child, 'name') ?? idInside(child);
    if (id !== null) return id;
  }
  return null;
}

function strong(text: string): Element {
  const inner: Element = {
    type: 'element',
    tagName: 'strong',
    properties: {},
    children: [{ type: 'text', value: text }],
  };
  return { type: 'element', tagName: 'p', properties: {}, children: [inner] };
}

function property({ properties }: Element, name: string): string | null {
  const value = properties[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Values that generators put in place of a language and that are none. */
const noLanguage = /^(?:none|text|plain|plaintext|default|undefined|fallback)$/;

/** `language-js` of most, `highlight-source-js` of GitHub, `highlight-python` of Sphinx, `data-lang` of Hugo. */
function languageOf(element: Element): string | null {
  const classes = element.properties['className'];
  const named = (Array.isArray(classes) ? classes : []).flatMap(
    (name) =>
      /^(?:lang(?:uage)?-|highlight-(?:source-|text-)?|source-|brush:)([\w+#-]+)$/.exec(String(name))?.[1] ??
      [],
  )[0];
  const language = property(element, 'dataLanguage') ?? property(element, 'dataLang') ?? named ?? null;
  return language === null || noLanguage.test(language) ? null : language.toLowerCase();
}

function languageInside(pre: Element): string | null {
  const code = pre.children.find((child) => child.type === 'element' && child.tagName === 'code');
  return code?.type === 'element' ? languageOf(code) : null;
}

/** The text of code with its line breaks: some sites have one element per line and no line break between. */
function codeText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && node.tagName === 'br') return '\n';
  if (!('children' in node)) return '';
  return node.children
    .map((child) => {
      const text = codeText(child);
      const isLine = child.type === 'element' && ['div', 'p', 'li', 'tr'].includes(child.tagName);
      return isLine && !text.endsWith('\n') ? `${text}\n` : text;
    })
    .join('');
}
