import { posix } from 'node:path';
import { findFrontMatter } from '../content/find-front-matter.ts';
import type { FoundLink, PageFacts } from '../content/links/found-link.ts';
import { fileOf, isMissing, type Site } from './checks/checked-site.ts';
import { decodedPath } from '../lib/decoded-path.ts';
import type { Answer } from '../content/site/site.ts';
import { linkTo } from './rewrite-links.ts';
import { isMarkdown, withoutAnyEnding, withoutEnding } from '../content/site/endings.ts';

/** The fixes in one page, by kind. */
export type Fixes = { links: number; anchors: number; titles: number; images: number };

export const noFixes: Fixes = { links: 0, anchors: 0, titles: 0, images: 0 };

/**
 * Fixes problems that have one clear solution, and leaves the others alone.
 * @param wanted the kinds that were asked for
 * @returns `left`: links of those kinds that lead nowhere and have no clear solution
 */
export async function fixPage(
  site: Site,
  file: string,
  wanted: ReadonlySet<keyof Fixes>,
): Promise<{ text: string; fixes: Fixes; left: string[] }> {
  const original = site.text(file);
  const fixes = { ...noFixes };
  if (!isMarkdown(file)) return { text: original, fixes, left: [] };
  const facts = await site.facts(file);
  const left: string[] = [];
  const edits: { start: number; end: number; text: string }[] = [];
  for (const link of facts.links) {
    const found = await site.resolve(file, link);
    const broken = brokenKind(link, found);
    if (broken !== null && wanted.has(broken)) {
      const url = await fixedUrl(site, file, link, found);
      if (url === null) left.push(link.url);
      else {
        edits.push({ start: link.start, end: link.end, text: url });
        fixes[broken] += 1;
      }
    }
    const alt = wanted.has('images') ? missingAlt(original, link) : null;
    if (alt === null) continue;
    edits.push({ start: link.start - 2, end: link.start - 2, text: alt });
    fixes.images += 1;
  }
  let text = original;
  for (const edit of edits.sort((a, b) => b.start - a.start)) {
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  }
  if (wanted.has('titles') && facts.title === null && facts.frontMatterError === null && original !== '') {
    const titled = withTitle(text, titleOf(file, facts));
    if (titled !== null) fixes.titles += 1;
    text = titled ?? text;
  }
  return { text, fixes, left };
}

/** What is wrong with a link, as the checks see it; null when it leads somewhere. */
function brokenKind({ kind, maybe }: FoundLink, found: Answer): 'links' | 'anchors' | null {
  if (kind !== 'link' || maybe === true || found.kind !== 'broken') return null;
  if (isMissing(found)) return 'links';
  return found.why === 'no-heading' ? 'anchors' : null;
}

/** @param found where it leads, which is broken */
async function fixedUrl(site: Site, file: string, link: FoundLink, found: Answer): Promise<string | null> {
  if (found.kind === 'broken' && found.why === 'no-heading') {
    const headings = (await site.anchors(fileOf(found)!)) ?? [];
    const anchor = nearestAnchor(headings, decodedPath(found.anchor));
    return anchor === null ? null : `${link.url.slice(0, link.url.indexOf('#'))}#${anchor}`;
  }
  const meant = link.form === undefined ? onlyNamesake(site, link.url) : null;
  if (meant === null || meant === file) return null;
  const url = linkTo(link.url, { site, file, target: meant });
  const now = await site.resolve(file, url);
  return now.kind !== 'broken' && fileOf(now) === meant ? url : null;
}

/** The page of that name in any folder, when there is exactly one. */
function onlyNamesake(site: Site, url: string): string | null {
  const nameOf = (path: string) =>
    withoutAnyEnding(posix.basename(path.replace(/[?#].*/s, '').replace(/\/$/, ''))).toLowerCase();
  const wanted = nameOf(url);
  if (wanted === '' || wanted === 'index' || wanted === 'readme') return null;
  const found = site.pages.filter((page) => nameOf(page) === wanted);
  return found.length === 1 ? found[0]! : null;
}

/** The heading that a stale anchor was probably made from: it shares the most words, and no other comes near. */
function nearestAnchor(anchors: readonly string[], anchor: string): string | null {
  const wordsOf = (text: string) =>
    new Set(
      text
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    );
  const wanted = wordsOf(anchor);
  const scored = anchors.map((candidate) => {
    const words = wordsOf(candidate);
    const shared = [...words].filter((word) => wanted.has(word)).length;
    return { candidate, score: shared / new Set([...words, ...wanted]).size };
  });
  const [best, second] = scored.sort((a, b) => b.score - a.score);
  if (best === undefined || best.score < 0.5) return null;
  return second === undefined || best.score - second.score >= 0.2 ? best.candidate : null;
}

const sayingNothing =
  /^(?:img|image|images|screenshot|screen|photo|pic|picture|unnamed|untitled|shot|figure|fig)$/i;

/** Alternative text for `![](login-form.png)` from the file's name; null when it has one, or the name says nothing. */
function missingAlt(text: string, { kind, alt, url, start }: FoundLink): string | null {
  if (kind !== 'image' || alt !== '' || text.slice(start - 4, start) !== '![](') return null;
  const words = humanize(posix.basename(url.replace(/[?#].*/s, '')));
  return words.split(' ').some((word) => /^\p{L}{3,}$/u.test(word) && !sayingNothing.test(word))
    ? words
    : null;
}

function titleOf(file: string, facts: PageFacts): string {
  const name = withoutEnding(posix.basename(file));
  const folder = posix.basename(posix.dirname(file));
  const fallback = /^(?:index|readme)$/i.test(name) && folder !== '.' ? folder : name;
  return facts.headings[0]?.text || humanize(fallback);
}

/** @returns null for JSON front matter, which cannot be edited by lines */
function withTitle(text: string, title: string): string | null {
  const value = JSON.stringify(title);
  const found = findFrontMatter(text);
  if (found?.format === 'json') return null;
  const start = found?.start ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const line = found?.format === 'toml' ? `title = ${value}\n` : `title: ${value}\n`;
  return text.slice(0, start) + (found === null ? `---\n${line}---\n\n` : line) + text.slice(start);
}

/** `login-form@2x.png` → `Login form` */
function humanize(name: string): string {
  const words = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/@\dx$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
