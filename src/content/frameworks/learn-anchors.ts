import type { Heading } from 'mdast';
import { githubAnchors, textAnchors, type AnchorMaker } from '../markdown/anchors.ts';
import { pandocAnchors } from '../markdown/pandoc-anchors.ts';
import { pythonAnchors } from '../markdown/python-anchors.ts';
import { proseOf } from '../markdown/split-prose.ts';
import { vitepressAnchors } from '../markdown/vitepress-anchors.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { readTexts } from '../sources/read-texts.ts';
import type { Site } from './framework.ts';
import { isMarkdown } from '../site/endings.ts';

/** Sampled pages, and how few pages show no rule. */
const maxPages = 200;
const minPages = 8;

/** A rule other than GitHub's must explain so many more of the linked fragments, and this share of them. */
const minMore = 3;
const minShare = 0.6;

/** How generators make ids of headings. */
export const anchorRules: Record<string, () => AnchorMaker> = {
  github: githubAnchors,
  case: () => textAnchors(caseSlug),
  python: () => pythonAnchors({}),
  vitepress: () => vitepressAnchors(1),
  pandoc: pandocAnchors,
};

/**
 * A site of an unknown generator with the rule for ids of headings that its own links to headings follow; GitHub's when no other
 * explains clearly more of them.
 */
export async function learnAnchors(site: Site, tree: FileTree): Promise<Site> {
  const pages = site.pages.filter(({ file }) => isMarkdown(file)).slice(0, maxPages);
  if (pages.length < minPages) return site;
  const linked: string[] = [];
  const headings: Heading[][] = [];
  for await (const [, text] of readTexts(tree, pages)) {
    const prose = proseOf(text);
    const targets = prose.matchAll(/\]\((?!https?:)[^()\s#]{0,300}#([^()\s]{1,200})\)/g);
    linked.push(...new Set(Array.from(targets, ([, id = '']) => id)));
    const written = prose.matchAll(/^#{1,6}[ \t]+(\S[^\n]*)/gm);
    headings.push(Array.from(written, ([, one = '']) => headingOf(one)));
  }
  const explainedBy = (rule: () => AnchorMaker): number => {
    const ids = new Set(headings.flatMap((ofPage) => ofPage.map(rule())));
    return linked.filter((id) => ids.has(id)).length;
  };
  // In most docs GitHub's explains so many that no other can explain clearly more.
  const least = linked.length < minMore ? Infinity : explainedBy(githubAnchors) + minMore;
  if (linked.length < least) return site;
  const counts = Object.entries(anchorRules).map(([name, rule]) => [name, explainedBy(rule)] as const);
  const [best, most] = counts.toSorted(([, one], [, two]) => two - one)[0]!;
  if (most < least || most < linked.length * minShare) return site;
  return {
    ...site,
    pages: site.pages.map((page) => ({ ...page, facts: { ...(page.facts as object), anchors: best } })),
  };
}

/** A heading's text without its marks. */
function headingOf(written: string): Heading {
  const value = written
    .trimEnd()
    .replace(/ #+$/, '')
    .replaceAll(/\[([^\][]{1,300})\]\([^()]{0,300}\)/g, '$1')
    .replaceAll(/[`*]/g, '');
  return { type: 'heading', depth: 2, children: [{ type: 'text', value }] };
}

/** Ids that keep the case, with dashes for what is no word, as sites of their own make them: Svelte's. */
function caseSlug(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}\p{M}$().:]+/gu, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
}
