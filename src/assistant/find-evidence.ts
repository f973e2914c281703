import { comparedSides } from '../lib/compared.ts';
import type { Evidence } from '../models/evidence.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { IndexedPage } from '../retrieval/read-page.ts';
import type { PageHit, SearchFilter, SearchResult } from '../retrieval/search.ts';
import { answerLanguage, otherLanguage } from './answer-language.ts';
import { chooseFilter, withoutVersion } from './choose-filter.ts';
import type { Question } from './question.ts';
import { asEvidence, type CitableSection, type Retrieved } from './retrieved.ts';
import {
  addCarried,
  addCompared,
  searchPreferred,
  searchSides,
  searchStandalone,
} from './search-follow-up.ts';
import { askedMessage, type SearchTexts } from './search-query.ts';
import { sectionMarkdown } from './section-markdown.ts';
import type { Standalone } from './standalone-question.ts';

/** Pages in an answer's evidence by default, and the number of results that requests ask for by default. */
const groundingPages = 10;
const defaultPageSize = 5;
/** Characters of evidence in a prompt: about 6,000 tokens. */
const roomForEvidence = 24_000;
const roomForCurrentPage = 6_000;
/** Sections before and after the best one that are added to the evidence. */
const neighbours = { before: 1, after: 2 };

export type Found = {
  /** The requested number of results. */
  hits: PageHit[];
  /** The filter of the question, with the version and language of its answer. */
  filter: SearchFilter;
  /** The part of it that applies to every search; the page's version is only a preference. */
  strict: SearchFilter;
  evidence: Evidence;
  usedMeaning: boolean;
  /** The standalone question that was searched for in place of a follow-up. */
  standalone: string | null;
};

/**
 * The evidence of the first prompt: the best sections for the query, and those of the page being viewed.
 * @param rewritten the follow-up as a standalone question; null when there is none in time
 */
export async function findEvidence(
  index: SearchIndex,
  retrieved: Retrieved,
  texts: SearchTexts,
  question: Question,
  rewritten: Promise<Standalone | null>,
): Promise<Found> {
  const { currentPath, retrievalPageSize } = question;
  const { groups } = question.filter;
  const pageAt = (path: string | null | undefined) => (path == null ? undefined : index.page(path, groups));
  const page = pageAt(currentPath);
  const quoted = pageAt(question.context.find(({ path }) => path !== undefined)?.path);
  const asked = askedMessage(question.messages)?.text ?? '';
  const choice = (meant?: Standalone) => chooseFilter(index, asked, question, quoted ?? page, meant);
  const search = (filter: SearchFilter, text: string) =>
    index.search({
      text: withoutVersion(text, asked, index.versions),
      limit:
        retrievalPageSize < defaultPageSize ? retrievalPageSize : Math.max(retrievalPageSize, groundingPages),
      filter,
      currentPath: quoted?.path ?? currentPath ?? undefined,
    });
  const chosen = choice();
  const alone = await searchPreferred(search, chosen, texts.query);
  const standalone = await rewritten;
  const searched =
    standalone !== null
      ? await searchStandalone(search, choice(standalone), alone, standalone)
      : chosen.sides.length > 0
        ? await searchSides(search, chosen, texts.query)
        : await addCarried(search, chosen, alone, texts);
  const meant = index.inDocsWords(standalone?.question ?? texts.meant, searched.filter);
  const compared = chosen.sides.length > 0 ? null : comparedSides(meant);
  const {
    result,
    filter,
    isUnsure = false,
  } = compared === null ? searched : await addCompared(search, searched, compared);
  const { keptOut } = chosen;
  const isElsewhere = keptOut !== null && (await search({ ...filter, version: keptOut }, asked)).answerable;
  const { hits, outcome, usedMeaning } = result;
  const sections = withinRoom(bestSections(index, retrieved, hits), roomForEvidence).map(asEvidence);
  const known = new Set(sections.map(({ id }) => id));
  /** Several sections of a page are quoted, in the order of their rank. */
  const sources = new Map<string, IndexedPage | undefined>();
  /** A section is ranked by its Markdown before it is quoted. */
  const quotes = new Map<string, string | undefined>();
  const sourceOf = (path: string) => {
    if (!sources.has(path)) sources.set(path, index.page(path, groups));
    return sources.get(path);
  };
  const current = page === undefined ? [] : viewedSections(index, retrieved, page, groups);
  return {
    hits: hits.slice(0, retrievalPageSize),
    filter,
    strict: chosen.strict,
    usedMeaning,
    standalone: standalone?.question ?? null,
    evidence: {
      meant,
      outcome,
      sections,
      sides: standalone === null ? chosen.sides : [],
      isUnsure,
      otherVersion: isElsewhere ? keptOut : null,
      language: answerLanguage(asked, hits[0]?.language ?? null),
      otherLanguage: otherLanguage(
        asked,
        hits.map(({ language }) => language),
        index.languages,
      ),
      current: current.map(asEvidence).filter(({ id }) => !known.has(id)),
      read: (id) => {
        if (!quotes.has(id)) {
          const citable = retrieved.find(id);
          const source = citable && sourceOf(citable.page.path);
          quotes.set(id, source && sectionMarkdown(source, citable.section));
        }
        return quotes.get(id);
      },
    },
  };
}

/** The best page's sections with the neighbours of its best one, then those of the other pages. */
function bestSections(
  index: SearchIndex,
  retrieved: Retrieved,
  hits: SearchResult['hits'],
): CitableSection[] {
  const [best, ...others] = hits;
  if (best === undefined) return [];
  const around = index.sectionsAround(best.sections[0].sectionId, neighbours.before, neighbours.after);
  const found = retrieved.add([best]);
  return [...new Set([...found, ...retrieved.addPage(best, around), ...retrieved.add(others)])];
}

function viewedSections(
  index: SearchIndex,
  retrieved: Retrieved,
  page: IndexedPage,
  groups: string[] | undefined,
) {
  let room = roomForCurrentPage;
  const viewed = index.sections(page.path, groups).filter(({ text }) => (room -= text.length) > 0);
  return retrieved.addPage(page, viewed);
}

/** As many of the sections as fit, at least one. */
function withinRoom(sections: readonly CitableSection[], room: number): CitableSection[] {
  let left = room;
  return sections.filter(({ section }, at) => (left -= section.text.length) > 0 || at === 0);
}
