import { decodedPath } from '../../lib/decoded-path.ts';
import type { Page } from '../../content/page.ts';
import type { SearchIndex } from '../open-index.ts';
import type { EvalQuestion } from './labelled-question.ts';

/** A link text of at least this many words describes its target. */
const minLinkWords = 3;
const minQuestionWords = 4;

/**
 * Link texts as questions that the linked page answers, without those that repeat its title. A text that links to
 * several pages expects all of them.
 */
export function questionsFromLinks(pages: readonly Page[], index: SearchIndex): EvalQuestion[] {
  const targets = new Map<string, Set<string>>();
  for (const page of pages) {
    for (const { text, target } of page.links) {
      const question = text.replaceAll(/\s+/g, ' ').trim();
      if (wordCount(question) < minLinkWords || /^[a-z]+:/i.test(question)) continue;
      const found = findTarget(index, page, target);
      if (found === undefined || found.path === page.path) continue;
      if (found.title.toLowerCase() === question.toLowerCase()) continue;
      const expected = targets.get(question) ?? new Set();
      targets.set(question, expected.add(labelOf(found.path)));
    }
  }
  return [...targets].map(([question, expected]) => ({ question, expected: [...expected], source: 'link' }));
}

/** Headings that are questions, as in an FAQ. They are easy, because the index contains their words. */
export function questionsFromHeadings(pages: readonly Page[]): EvalQuestion[] {
  const questions = new Map<string, EvalQuestion>();
  for (const { path, sections } of pages) {
    for (const { heading, anchor } of sections) {
      if (!/[?？]$/.test(heading) || wordCount(heading) < minQuestionWords || questions.has(heading))
        continue;
      const expected = [anchor === null ? labelOf(path) : `${labelOf(path)}#${anchor}`];
      questions.set(heading, { question: heading, expected, source: 'heading' });
    }
  }
  return [...questions.values()];
}

/** People's searches, with the page that is found first now: check each one before you trust it. */
export async function questionsFromSearches(
  texts: readonly string[],
  index: SearchIndex,
): Promise<EvalQuestion[]> {
  const questions: EvalQuestion[] = [];
  for (const text of texts) {
    const { hits } = await index.search({ text, limit: 1 });
    if (hits[0]) questions.push({ question: text, expected: [labelOf(hits[0].path)], source: 'search' });
  }
  return questions;
}

/** The home page's path is empty, and a label must not be. */
function labelOf(path: string): string {
  return path === '' ? '/' : path;
}

function findTarget(index: SearchIndex, { path, file }: Page, target: string) {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(target)) return findOnSite(index, target);
  const address = target.split('#')[0]!;
  if (address === '') return undefined;
  const bases = address.startsWith('/') ? ['/'] : [`/${file}`, `/${path}`, `/${path}/`];
  for (const base of bases) {
    const found = index.page(decodedPath(new URL(address, `http://docs${base}`).pathname));
    if (found) return found;
  }
  return undefined;
}

/** A page by its whole address, when that is on the site's own host. */
function findOnSite(index: SearchIndex, target: string) {
  const page = index.page(target);
  const host = URL.parse(target)?.host;
  return host !== undefined && page !== undefined && URL.parse(page.url)?.host === host ? page : undefined;
}

function wordCount(text: string): number {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return text.split(/\s+/).length + Math.floor(unspaced / 2);
}
