import type { Heading, Root } from 'mdast';
import { inlineText } from '../markdown/section-text.ts';
import { walk } from '../markdown/walk.ts';
import type { BuiltFacts } from '../site/site-facts.ts';
import { lettersOf } from './source-text.ts';

/**
 * Gives each heading the id that it has on the built page: that of the same text, the first to the first where several
 * have it; and where text is filled in only by the build, that of the heading at the same place between two of these.
 * @returns every fragment of the page
 */
export function placeAnchors(root: Root, { headings, ids }: BuiltFacts): string[] {
  const own: Heading[] = [];
  walk(root, (node) => {
    if (node.type === 'heading') own.push(node);
  });
  const places = pairByText(
    own.map((heading) => lettersOf(inlineText(heading))),
    headings.map(([, text]) => lettersOf(text)),
  );
  // The site may show another title, or none.
  if (own[0]?.depth === 1 && places[0] === null) {
    own.shift();
    places.shift();
  }
  pairBetween(places, headings.length);
  const known = new Set([...ids, ...headings.map(([id]) => id)].filter((id) => id !== ''));
  for (const [at, heading] of own.entries()) {
    const place = places[at] ?? null;
    const before = heading.data?.anchor ?? '';
    // One that only the source has: an id that is not there would lead nowhere.
    const anchor = place === null ? (known.has(before) ? before : '') : fragmentOf(headings[place]![0]);
    heading.data = { ...heading.data, anchor };
  }
  walk(root, (node) => {
    if (node.type !== 'paragraph' || node.data?.termAnchor == null) return;
    if (!known.has(node.data.termAnchor)) node.data.termAnchor = null;
  });
  return [...known];
}

/** An id as it stands in an address: what would end that, or a link in Markdown, is encoded. */
function fragmentOf(id: string): string {
  return id.replaceAll(
    /[\s\p{Cc}"<>`()[\]\\]/gu,
    (sign) => `%${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** For each of our texts the place of its equal among theirs; null without one. */
function pairByText(ours: string[], theirs: string[]): (number | null)[] {
  const places = Map.groupBy(theirs.keys(), (at) => theirs[at]!);
  const next = new Map<string, number>();
  return ours.map((text) => {
    const nth = next.get(text) ?? 0;
    next.set(text, nth + 1);
    return text === '' ? null : (places.get(text)?.[nth] ?? null);
  });
}

/** Pairs what is left between two pairs, where as many are left on both sides. */
function pairBetween(places: (number | null)[], count: number): void {
  const taken = new Set(places);
  for (let at = 0; at < places.length; at++) {
    if (places[at] !== null) continue;
    let end = at;
    while (end < places.length && places[end] === null) end++;
    const left: number[] = [];
    for (let place = (places[at - 1] ?? -1) + 1; place < (places[end] ?? count); place++)
      if (!taken.has(place)) left.push(place);
    if (left.length === end - at) places.splice(at, left.length, ...left);
    at = end;
  }
}
