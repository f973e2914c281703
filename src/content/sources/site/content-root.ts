import { DomUtils, type parseDocument } from 'htmlparser2';

export type Document = ReturnType<typeof parseDocument>;
type Node = Document['children'][number];
export type Element = Extract<Node, { attribs: Record<string, string> }>;

export const isTag = (node: object): node is Element => 'attribs' in node && 'name' in node;

/** Selectors of a page's content: those of generators, best first, then HTML's own elements. */
const roots: ((element: Element) => boolean)[] = [
  hasClass('theme-doc-markdown'),
  hasClass('vp-doc'),
  hasClass('sl-markdown-content'),
  hasClass('md-content__inner'),
  hasClass('mdx-content'),
  ({ attribs }) => attribs['itemprop'] === 'articleBody',
  hasClass('markdown-body'),
  ({ attribs }) => attribs['role'] === 'main',
  ({ name }) => name === 'main',
  ({ name }) => name === 'article',
  ({ attribs }) => attribs['id'] === 'content' || attribs['id'] === 'main',
  ({ name }) => name === 'body',
];

const furniture = new Set(
  'script style noscript template iframe object embed svg canvas video audio nav header footer form button input select textarea dialog link meta title'.split(
    ' ',
  ),
);

const furnitureRoles = new Set([
  'navigation',
  'search',
  'banner',
  'contentinfo',
  'complementary',
  'tablist',
  'dialog',
]);

const furnitureClass =
  /^(?:toc|table-of-contents|breadcrumbs?|pagination|pagination-nav|pager|sphinxsidebar|nav|navbar|nav-?bar|navheader|navfooter|docnav|nav-panel|prevnext|(?:site|page)?-?footer|skip-link|permalink|edit-?(?:this-?)?page(?:-link)?|page-nav|prev-next|headerlink|hash-link|header-anchor|heading-anchor|anchor-link|sl-anchor-link|sr-only|visually-hidden|theme-doc-(?:footer|toc|breadcrumbs|version)[\w-]*|copy|copy-button|copybtn|clipboard|line-?numbers?(?:-wrapper)?|linenos?|gutter|lang|md-source-file|feedback)$/i;

/** The element with a page's content, without navigation and other furniture in and around it. */
export function contentRoot(document: Document): Element | null {
  for (const isRoot of roots) {
    // With several matches, as on a page of teasers, none is the page's content.
    const found = DomUtils.filter((node) => isTag(node) && isRoot(node), document, true, 2) as Element[];
    const [root] = found;
    if (root === undefined || (found.length > 1 && !contains(root, found[1]!))) continue;
    if (DomUtils.textContent(root).trim() !== '') return root;
  }
  return null;
}

/** Removes elements that are not part of a page's text. */
export function removeFurniture(root: Element): void {
  for (const parent of all(root)) {
    parent.children = parent.children.filter((child) => !isTag(child) || !isFurniture(child));
  }
}

function isFurniture(element: Element): boolean {
  const { name, attribs, parent } = element;
  // A header inside of the page holds its title; the site's header is outside.
  if (name === 'header') return parent === null || (isTag(parent) && parent.name === 'body');
  if (furniture.has(name)) return true;
  const classes = (attribs['class'] ?? '').split(/\s+/);
  if (name === 'aside' && !classes.some((one) => /aside|admonition|note|callout|alert/i.test(one)))
    return true;
  if (name === 'a' && isStep(attribs)) return true;
  if (furnitureRoles.has(attribs['role'] ?? '') || attribs['aria-hidden'] === 'true') return true;
  if ('hidden' in attribs && attribs['role'] !== 'tabpanel') return true;
  if (classes.includes('sidebar')) return isMostlyLinks(element);
  return classes.some((one) => furnitureClass.test(one));
}

/** A sidebar of DocBook is a box with text of the page. */
function isMostlyLinks(element: Element): boolean {
  const links = DomUtils.filter((node) => isTag(node) && node.name === 'a', element, true);
  const linked = links.reduce((sum, link) => sum + DomUtils.textContent(link).length, 0);
  return linked * 2 >= DomUtils.textContent(element).replaceAll(/\s+/g, ' ').length;
}

/** Whether a link leads to the page before or after this one. */
function isStep({ rel = '', accesskey = '', class: classes = '' }: Record<string, string>): boolean {
  if (/^(?:prev|next|up|start|contents)$/i.test(rel) || /^[npuh]$/i.test(accesskey)) return true;
  return /(?:^|\s)(?:prev(?:ious)?|next)(?:[_-](?:page|link|section|chapter|topic))?(?:\s|$)/i.test(classes);
}

/** The label of a tab becomes the first words of its panel. */
export function labelPanels(elements: Element[]): void {
  const tabs = new Map(
    elements.flatMap((one) => (one.attribs['role'] === 'tab' ? [[one.attribs['id'], one]] : [])),
  );
  for (const panel of elements.filter(({ attribs }) => attribs['role'] === 'tabpanel')) {
    const tab = tabs.get(panel.attribs['aria-labelledby']);
    if (tab !== undefined) panel.attribs['data-label'] = DomUtils.textContent(tab).trim();
  }
}

export function all(root: Element | Document): Element[] {
  return DomUtils.filter(isTag, root, true) as Element[];
}

function contains(outer: Element, inner: Element): boolean {
  for (let at: Element['parent'] = inner; at !== null; at = at.parent) {
    if (at === outer) return true;
  }
  return false;
}

function hasClass(name: string): (element: Element) => boolean {
  return ({ attribs }) => (attribs['class'] ?? '').split(/\s+/).includes(name);
}
