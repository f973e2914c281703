import { swapWithBetter } from './swap-with-better.ts';
import type { PageHit } from './search.ts';

/**
 * Puts a page whose best section stands on a later page, too, nearer to the top of it, behind that page: a book that
 * includes its chapters gives way to the chapter.
 */
export function preferParts(hits: readonly PageHit[]): PageHit[] {
  return swapWithBetter(hits, isPartOf, withScore);
}

function isPartOf(book: PageHit, part: PageHit): boolean {
  const [best] = book.sections;
  if (best.text === '' || book.version !== part.version || book.language !== part.language) return false;
  return part.sections.some(
    ({ heading, headingPath, text }) =>
      heading === best.heading && text === best.text && headingPath.length < best.headingPath.length,
  );
}

/** A hit with another score, and its sections' in proportion. */
export function withScore(hit: PageHit, score: number): PageHit {
  const [best, ...others] = hit.sections.map((section) => ({
    ...section,
    score: (section.score * score) / hit.score,
  }));
  return { ...hit, score, sections: [best!, ...others] };
}
