import { defines } from '../../lib/definitions.ts';
import type { EvidenceSection } from '../evidence.ts';
import type { Asked } from './asked.ts';

/**
 * Shares of the weight of a question's terms: of those in a section's title, and of those anywhere in it; and whether it
 * defines what the question asks about.
 */
export type Held = { title: number; anywhere: number; isDefinition: boolean };

/** What each section has of the question's terms. */
export function holdTerms(
  sections: readonly EvidenceSection[],
  { terms, subject }: Pick<Asked, 'terms' | 'subject'>,
): ReadonlyMap<EvidenceSection, Held> {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const heldBy = (section: EvidenceSection): Held => {
    const [title, text] = [section.title.toLowerCase(), section.text.toLowerCase()];
    const heading = section.title.split(' › ').at(-1)!;
    const isDefinition = subject !== null && defines({ heading, text: section.text }, subject);
    const held = { title: 0, anywhere: 0, isDefinition };
    for (const { stem, weight } of terms) {
      const isTitle = title.includes(stem);
      if (isTitle) held.title += weight / total;
      if (isTitle || text.includes(stem)) held.anywhere += weight / total;
    }
    return held;
  };
  return new Map(sections.map((section) => [section, heldBy(section)]));
}
