import GithubSlugger from 'github-slugger';
import type { Heading, Nodes, Parents, PhrasingContent, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { asElement, textAttribute, type Element } from './element.ts';

/**
 * Returns the fragment of a heading, called once per heading in page order; '' for none. `fromId` makes it of the id that
 * is written at the heading, which else stands as it is; `namesHtml` is for headings in HTML that have no id, too.
 */
export type AnchorMaker = ((heading: Heading) => string) & {
  fromId?: (id: string) => string;
  namesHtml?: boolean;
};

/** How often a name was counted on the page before. */
type CountBefore = (name: string) => number;

/** The fragments that a component has besides its `id`. */
export type ComponentAnchors = (element: Element, countBefore: CountBefore) => string[];

declare module 'mdast' {
  interface HeadingData {
    anchor?: string;
    /** The heading as it is written, with expressions in place of their values. */
    written?: Heading;
    /** Which placed part of the page the heading comes from. */
    part?: number;
  }
}

/**
 * The default of most frameworks: GitHub's rule, duplicates `-1`, `-2`. They name headings before MDX runs: `{version}`
 * is `version`, and an imported page counts its own duplicates.
 */
export function githubAnchors(): AnchorMaker {
  return githubAnchorsOf(toString);
}

/** GitHub's rule over a text of one's own. */
export function githubAnchorsOf(textOf: (heading: Heading) => string): AnchorMaker {
  const sluggers = new Map<number, GithubSlugger>();
  return (heading) => {
    const part = heading.data?.part ?? 0;
    const slugger = sluggers.get(part) ?? new GithubSlugger();
    sluggers.set(part, slugger);
    return slugger.slug(textOf(heading.data?.written ?? heading));
  };
}

/** Uses the ids that the format's parser has set. */
export function ownAnchors(): AnchorMaker {
  return (heading) => heading.data?.anchor ?? '';
}

/** Makes anchors unique: the first duplicate gets a dash and `first` as suffix, the next one more. */
export function countedAnchors(slugOf: AnchorMaker, first = 1): AnchorMaker {
  /** The next suffix of each: one below it is never free again. */
  const next = new Map<string, number>();
  return (heading) => {
    const slug = slugOf(heading);
    let anchor = slug;
    let count = next.get(slug) ?? first;
    for (; next.has(anchor); count += 1) anchor = `${slug}-${count}`;
    next.set(slug, count).set(anchor, first);
    return anchor;
  };
}

/** Makes unique anchors of the text of headings, in which pictures do not count. */
export function textAnchors(slugOf: (text: string) => string, first?: number): AnchorMaker {
  return countedAnchors((heading) => slugOf(toString(heading, { includeImageAlt: false })), first);
}

/**
 * Sets `data.anchor` of every heading and removes explicit ids from the text: `{#id}`, `[#id]`, `{/* #id *\/}` and
 * `{/*id*\/}`, which React's docs have.
 * @returns every fragment that a link can point to: headings, footnotes, and elements with an id
 */
export function assignAnchors(
  root: Root,
  makeAnchor: AnchorMaker,
  componentAnchors: ComponentAnchors = () => [],
): string[] {
  const anchors: string[] = [...(root.data?.ids ?? [])];
  const counts = new Map<string, number>();
  const countBefore: CountBefore = (name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count;
  };
  let footnotes = 0;
  const walk = (node: Nodes): void => {
    if (node.type === 'heading') {
      const id = takeExplicitId(node);
      const anchor = id === null ? makeAnchor(node) : (makeAnchor.fromId?.(id) ?? id);
      if (anchor !== '') {
        node.data = { ...node.data, anchor };
        anchors.push(anchor);
      }
    }
    if (node.type === 'footnoteDefinition') {
      footnotes += 1;
      anchors.push(...footnoteAnchors(node.identifier, footnotes));
    }
    const element = asElement(node);
    if (element !== null && makeAnchor.namesHtml === true) nameHeading(element, makeAnchor);
    if (element !== null) anchors.push(...elementIds(element), ...componentAnchors(element, countBefore));
    if ('children' in node) for (const child of (node as Parents).children) walk(child);
  };
  walk(root);
  return [...new Set(anchors)];
}

/**
 * What renderers call a footnote and its place in the text: GitHub and remark, Python-Markdown, kramdown and goldmark,
 * markdown-it-footnote.
 */
function footnoteAnchors(name: string, number: number): string[] {
  const ids = [`-${name}`, `:${name}`, `:${number}`, String(number)];
  return [
    'footnote-label',
    `user-content-fn-${name}`,
    `user-content-fnref-${name}`,
    ...ids.flatMap((id) => [`fn${id}`, `fnref${id}`]),
  ];
}

/** Gives the element an id if it is a heading without one. */
function nameHeading({ name, attributes, children }: Element, makeAnchor: AnchorMaker): void {
  if (!/^h[1-6]$/.test(name) || attributes['id'] !== undefined) return;
  const heading: Heading = { type: 'heading', depth: 2, children: children as PhrasingContent[] };
  const anchor = makeAnchor(heading);
  if (anchor !== '') attributes['id'] = anchor;
}

function elementIds(element: Element): string[] {
  const names = element.name === 'a' ? ['id', 'name'] : ['id'];
  return names.flatMap((name) => textAttribute(element, name) ?? []);
}

function takeExplicitId(heading: Heading): string | null {
  const written = (heading.data as { hProperties?: { id?: string } } | undefined)?.hProperties?.id;
  if (written !== undefined && written !== '') return written;
  const last = heading.children.at(-1);
  if (last?.type === 'text') {
    const match = /(?:\{\s*(?::\s*)?#([\w.:-]+)(?:[^\w.:{}-][^{}]*)?\}|\[#([^\s[\]]{1,200})\])\s*$/.exec(
      last.value,
    );
    if (match === null) return null;
    last.value = last.value.slice(0, match.index).trimEnd();
    return match[1] ?? match[2] ?? null;
  }
  if (last?.type === 'mdxTextExpression') {
    const comment = /^\/\*(?:([\w.:-]+)|\s*#([\w.:-]+)\s*)\*\/$/.exec(last.value.trim());
    const id = comment?.[1] ?? comment?.[2];
    if (id === undefined) return null;
    heading.children.pop();
    const before = heading.children.at(-1);
    if (before?.type === 'text') before.value = before.value.trimEnd();
    return id;
  }
  return null;
}
