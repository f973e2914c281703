import { detectSurely } from '../retrieval/lexical/detect-language.ts';
import { isEnglishWord } from '../retrieval/lexical/english-words.ts';
import { spokenLanguages } from '../retrieval/lexical/languages.ts';
import { tellsPast } from '../lib/past-pages.ts';
import { remember } from '../lib/remember.ts';
import type { ListedPage } from '../retrieval/list-pages.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';

/**
 * What search is asked, and the page that should be among the first found; null when any will do. `tool` is what it takes for
 * something that one uses.
 */
type Candidate = { question: string; path: string | null; tool?: string };

const wanted = 4;
/** Each try is a search. */
const maxTries = 24;
const maxLength = 80;
const first = 3;

const made = new WeakMap<object, Map<string, Promise<string[]>>>();

/**
 * Questions to start with that the docs answer: what the product is, then how to do what the first pages are about.
 * Each is tried against search. They are made once for an open index.
 * @param name the product's
 */
export function startersOf(index: SearchIndex, name: string): Promise<string[]> {
  const byName = made.get(index) ?? new Map<string, Promise<string[]>>();
  made.set(index, byName);
  return remember(byName, name, () => makeStarters(index, name));
}

/** Only of pages that everybody may see. */
async function makeStarters(index: SearchIndex, name: string): Promise<string[]> {
  const starters: string[] = [];
  const shown = new Set<string>();
  for (const { question, path, tool } of candidates(index.list({ groups: [] }), name).take(maxTries)) {
    if (starters.length === wanted) break;
    const { outcome, hits } = await index.search({ text: question, limit: first, filter: { groups: [] } });
    const page = path === null ? hits[0] : hits.find((hit) => hit.path === path);
    if (outcome !== 'answered' || page === undefined || shown.has(page.path)) continue;
    const texts = [...index.sections(page.path, []), ...hits.flatMap(({ sections }) => sections)].map(
      ({ text }) => text,
    );
    const text = texts.join('\n');
    const asked = tool === undefined ? question : useOf(tool, text);
    if (asked === null) continue;
    const starter = path === null ? asked : asInText(asked, text);
    // Several guides may have one title.
    if (starters.includes(starter)) continue;
    shown.add(page.path);
    starters.push(starter);
  }
  return starters;
}

/** Without the capital letters that only a title gives to words: `a Photo Gallery` where the text has a `photo gallery`. */
export function asInText(question: string, text: string): string {
  return question.replaceAll(/(?<=\s)\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/gu, (word) => {
    const small = word.toLowerCase();
    const count = (form: string) =>
      text.match(new RegExp(`(?<=\\p{Ll},? )${form}(?=[\\s,.;:?!)])`, 'gu'))?.length ?? 0;
    return isEnglishWord(small) === true && count(small) > count(word) ? small : word;
  });
}

/** What stands before and after a thing that is used: “use the cache”, and not “use the cache driver”. */
const isUsed = /\bus(?:e|es|ed|ing) ((?:the|an?) )?[`*_"]*$/;
const endsThere =
  /^(?:[^\p{L}\p{N}\s-]|\s*$|\s(?:and|as|at|by|for|from|if|in|is|on|or|so|that|to|when|which|with|without|you)\b)/u;
const near = 20;

/** How to use it, with its article as the docs write it; null when they nowhere use it: nobody uses “Known issues”. */
export function useOf(tool: string, text: string): string | null {
  const [name, read] = [tool.toLowerCase(), text.toLowerCase()];
  for (let at = read.indexOf(name); at >= 0; at = read.indexOf(name, at + 1)) {
    const end = at + name.length;
    const before = isUsed.exec(read.slice(Math.max(0, at - near), at));
    if (before !== null && endsThere.test(read.slice(end, end + near)))
      return `How do I use ${before[1] ?? ''}${tool}?`;
  }
  return null;
}

const isBook = / (?:guide|handbook|manual|book|cookbook)$/i;
const isNoName = /^(?:docs?|documentation|website|site|main|content)$/i;

function* candidates(pages: ListedPage[], name: string): Generator<Candidate> {
  const about = pages.slice(0, 50).map(({ title, description }) => `${title}. ${description ?? ''}`);
  const isEnglish = [null, 'en'].includes(detectSurely(about.join('\n'), spokenLanguages));
  if (isEnglish && !isNoName.test(name))
    yield { question: `What is ${isBook.test(name) ? 'the ' : ''}${name}?`, path: null };
  const sorted = pages
    .filter(({ path }) => !tellsPast(path))
    .toSorted((a, b) => rank(a) - rank(b) || depth(a.path) - depth(b.path));
  for (const { title, path } of sorted) {
    const question = questionOf(title, isEnglish);
    if (question === null || question.length > maxLength) continue;
    const [, tool] = /^How do I use (.+)\?$/.exec(question) ?? [];
    yield tool === undefined ? { question, path } : { question, path, tool };
  }
}

const begins = [/quick-?start|getting-?started|first-?steps/i, /install|set-?up/i, /guide|tutorial|how-?to/i];

/** Pages for a beginning come first. */
function rank({ path }: ListedPage): number {
  const at = begins.findIndex((pattern) => pattern.test(path));
  return at < 0 ? begins.length : at;
}

const depth = (path: string) => path.split('/').length;

const verbs =
  'access add adopt authenticate backup build cache call change choose configure connect control create customize debug define deploy develop disable distribute embed enable explore export extend filter format generate handle host import improve install integrate learn limit load log manage measure migrate monitor move optimize organize override package parse protect publish query read record remove render replace restore run scale search secure send serve set share sort start stop store style switch sync test translate troubleshoot understand uninstall update upgrade upload use validate verify work write';
const verbOf = new Map(
  verbs
    .split(' ')
    .flatMap((verb) =>
      [verb, `${verb}ing`, `${verb.replace(/e$/, '')}ing`, `${verb}${verb.at(-1)}ing`].map(
        (form) => [form, verb] as const,
      ),
    ),
);
/** Verbs that begin names, too: “Filter expressions”, “Query parameters”. */
const nounsToo = new Set(
  'build cache control debug export filter format import limit load log query record search share sort store style sync test'.split(
    ' ',
  ),
);

/** Titles of pages that list things, or that are no subject. */
const noSubject =
  /\b(?:reference|api|apis|changelog|releases?|faq|glossary|index|home|welcome|overview|introduction|about|basics|concepts?|architecture|terminology|features?|contributing|licen[cs]e|examples?|showcase|blog|news|team|roadmap|community|support|resources|prerequisites|guides?|docs|documentation|tutorials?|credits|privacy|code of conduct|\d+(?:\.\d+)*)\b|[|:/<>{}#]/i;

/** What a page with this title answers; null when that cannot be told from it. */
export function questionOf(title: string, isEnglish: boolean): string | null {
  const text = title.replaceAll(/\s+/g, ' ').trim();
  if (text.includes(' ') && /[?？]$/.test(text)) return text;
  if (!isEnglish || !/^[\p{L}\p{N}]/u.test(text)) return null;
  if (/^(?:quick ?start|get(?:ting)? started|first steps)$/i.test(text)) return 'How do I get started?';
  if (noSubject.test(text)) return null;
  const [, how] = /^how to (.+)$/i.exec(text) ?? [];
  if (how !== undefined) return `How do I ${how}?`;
  const [, one, other] = /^(\S.{0,40}?) vs\.? (\S.*)$/i.exec(text) ?? [];
  if (one !== undefined) return `What is the difference between ${one} and ${other}?`;
  const [begin = '', ...rest] = text.split(' ');
  const isNoun = nounsToo.has(begin.toLowerCase()) && !/^(?:an?|the|your|all)$/i.test(rest[0] ?? '');
  const verb = isNoun ? undefined : verbOf.get(begin.toLowerCase());
  if (verb !== undefined && rest.length > 0) return `How do I ${verb} ${asTask(rest)}?`;
  if (/^installation$/i.test(text)) return 'How do I install it?';
  // “Develop” is a part of the docs, not a subject.
  if (verb !== undefined) return null;
  return text.split(' ').length <= 4 ? `How do I use ${lowered(text)}?` : null;
}

/** What follows the verb of a title: “Building and Publishing a Package With It” goes on “and publish a Package with it”. */
function asTask(words: string[]): string {
  return words
    .map((word, at) => {
      const small = word.toLowerCase();
      const isVerb = /^(?:and|or|&)$/i.test(words[at - 1] ?? '') && words.length > at + 1;
      return (isVerb ? verbOf.get(small) : undefined) ?? (linking.has(small) ? small : word);
    })
    .join(' ');
}

const linking = new Set(
  'a an and as at by for from in into it its of on or other the to with without your'.split(' '),
);

/** Without the capital letter of a title, unless its first word is a name, or each of its words has one. */
function lowered(text: string): string {
  if (/\s\p{Lu}/u.test(text)) return text;
  const [word = ''] = /^\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/u.exec(text) ?? [];
  return isEnglishWord(word.toLowerCase()) === true ? text[0]!.toLowerCase() + text.slice(1) : text;
}
