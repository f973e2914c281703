import GithubSlugger from 'github-slugger';
import type { Heading, Nodes, Parents, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { asElement, textAttribute } from './element.ts';

/** Makes a heading's text into its fragment, once per heading in the order of the page. */
export type AnchorMaker = (headingText: string) => string;

declare module 'mdast' {
  interface HeadingData {
    anchor?: string;
  }
}

/** The default of most frameworks: GitHub's rule, duplicates `-1`, `-2`. */
export function githubAnchors(): AnchorMaker {
  const slugger = new GithubSlugger();
  return (text) => slugger.slug(text);
}

/**
 * Gives every heading its anchor in `data.anchor` and takes explicit ids out of the text: `{#id}`, `[#id]` and
 * `{/* #id *\/}`.
 * @returns every fragment that a link can point to: headings, and elements with an id
 */
export function assignAnchors(root: Root, makeAnchor: AnchorMaker): string[] {
  const anchors: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'heading') {
      const anchor = takeExplicitId(node) ?? makeAnchor(toString(node));
      node.data = { ...node.data, anchor };
      anchors.push(anchor);
    }
    const element = asElement(node);
    if (element !== null)
      anchors.push(...elementIds(element.name, textAttribute(element, 'id'), textAttribute(element, 'name')));
    if ('children' in node) for (const child of (node as Parents).children) walk(child);
  };
  walk(root);
  return anchors;
}

function elementIds(tag: string, id: string | null, name: string | null): string[] {
  return [id, tag === 'a' ? name : null].filter((value) => value !== null);
}

function takeExplicitId(heading: Heading): string | null {
  const last = heading.children.at(-1);
  if (last?.type === 'text') {
    const match = /(?:\{\s*:?\s*#([\w.:-]+)[^{}]*\}|\[#([\w.:-]+)\])\s*$/.exec(last.value);
    if (match === null) return null;
    last.value = last.value.slice(0, match.index).trimEnd();
    return match[1] ?? match[2] ?? null;
  }
  if (last?.type === 'mdxTextExpression') {
    const id = /^\s*\/\*\s*#([\w.:-]+)\s*\*\/\s*$/.exec(last.value)?.[1];
    if (id === undefined) return null;
    heading.children.pop();
    const before = heading.children.at(-1);
    if (before?.type === 'text') before.value = before.value.trimEnd();
    return id;
  }
  return null;
}
