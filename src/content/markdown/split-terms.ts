import { maxChunkLength } from './chunk-section.ts';

/** A term of a definition list: an option, a setting, a word of a glossary. */
type Term = { text: string; anchor: string | null };

/** A block of a section as text, the term that it begins to explain, and whether the list of terms ends with it. */
export type TextBlock = { text: string; term: Term | null; endsTerms: boolean };

/** Consecutive blocks of a section, about one term or several short ones. */
type Part = { term: Term | null; texts: string[] };

/** Shorter explanations, in characters, say little alone: they stay together, up to `maxTogether`. */
const minAlone = 300;
const maxTogether = 600;

/**
 * Splits a long section at the terms of its definition lists: among a hundred options of one section, search finds the
 * one that is asked for only when it stands alone.
 */
export function splitTerms(blocks: readonly TextBlock[]): Part[] {
  const whole: Part = { term: null, texts: blocks.map(({ text }) => text) };
  if (sizeOf(whole) <= maxChunkLength) return [whole];
  const parts: Part[] = [];
  for (const part of partsOf(blocks)) {
    const last = parts.at(-1);
    if (part.term === null || sizeOf(part) >= minAlone) parts.push(part);
    else if (last?.term === null && sizeOf(last) + sizeOf(part) <= maxTogether)
      last.texts.push(...part.texts);
    else parts.push({ term: null, texts: part.texts });
  }
  return parts;
}

/** The blocks before the first term, those of each term, and those between and after the lists. */
function partsOf(blocks: readonly TextBlock[]): Part[] {
  const parts: Part[] = [{ term: null, texts: [] }];
  for (const { text, term, endsTerms } of blocks) {
    if (term !== null) parts.push({ term, texts: [] });
    parts.at(-1)!.texts.push(text);
    if (endsTerms) parts.push({ term: null, texts: [] });
  }
  return parts.filter(({ texts }) => texts.length > 0);
}

function sizeOf({ texts }: Part): number {
  return texts.reduce((sum, text) => sum + text.length + 2, 0);
}
