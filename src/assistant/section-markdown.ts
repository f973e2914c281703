import { lettersOf } from '../lib/letters-of.ts';
import type { IndexedSection } from '../retrieval/read-page.ts';

/** The maximum number of characters of a section's Markdown, including its subsections. */
const maxSectionLength = 40_000;
/** The maximum number of equal headings whose sections are compared. */
const maxEqual = 200;
const comparedWords = 40;

type Source = { markdown: string; title: string };
type Heading = { level: number; title: string; start: number; bodyStart: number };

/**
 * A section in its page's Markdown, without its own heading and with its subsections; undefined when the page has no
 * such heading. Among equal headings, the one whose text is the section's.
 */
export function sectionMarkdown(
  page: Source,
  section: Pick<IndexedSection, 'anchor' | 'heading' | 'text'>,
): string | undefined {
  const headings = headingsOf(page);
  const bodyOf = (at: number) => {
    const { level, bodyStart } = headings[at]!;
    const most = bodyStart + maxSectionLength;
    let next = at + 1;
    while (next < headings.length && headings[next]!.level > level && headings[next]!.start < most) next += 1;
    return page.markdown.slice(bodyStart, Math.min(headings[next]?.start ?? most, most)).trim();
  };
  const name = smallLettersOf(section.heading);
  if (section.anchor === null && name === smallLettersOf(page.title))
    return openingOf(page.markdown, headings);
  const bodies = headings
    .keys()
    .filter((at) => isNamed(headings[at]!.title, name))
    .take(maxEqual)
    .map(bodyOf)
    .toArray();
  return bodies.length <= 1 ? bodies[0] : mostAlike(bodies, section.text);
}

/**
 * The body that has the most of a section's first words, the shortest of such: a page's title is often that of its only section,
 * too. Undefined when none has half of them.
 */
function mostAlike(bodies: readonly string[], text: string): string | undefined {
  const words = [
    ...new Set(
      text
        .toLowerCase()
        .match(/[\p{L}\p{N}]{2,40}/gu)
        ?.slice(0, comparedWords),
    ),
  ];
  const shares = bodies.map((body) => {
    const folded = body.toLowerCase();
    return words.filter((word) => folded.includes(word)).length / Math.max(1, words.length);
  });
  const max = Math.max(...shares);
  const alike = bodies.filter((_, at) => shares[at] === max);
  return max < 0.5 ? undefined : alike.reduce((one, other) => (other.length < one.length ? other : one));
}

/** The text before the first heading below the title. */
function openingOf(markdown: string, headings: readonly Heading[]): string {
  const [first, second] = headings;
  const isTitle = first?.level === 1;
  const start = isTitle ? first.bodyStart : 0;
  const most = start + maxSectionLength;
  return markdown.slice(start, Math.min((isTitle ? second : first)?.start ?? most, most)).trim();
}

const known = new WeakMap<Source, Heading[]>();

/** Cached, because several sections of a page are quoted in one answer. */
function headingsOf(page: Source): Heading[] {
  const headings = known.get(page) ?? findHeadings(page.markdown);
  known.set(page, headings);
  return headings;
}

/** Most lines are skipped: they start no heading or fence and underline no heading. */
const startsWithLetter = /^[A-Za-z]/;

/** The ATX and setext headings outside code (https://spec.commonmark.org/0.31.2/#atx-headings). */
function findHeadings(markdown: string): Heading[] {
  const headings: Heading[] = [];
  let [at, before, fence] = [0, '', ''];
  for (const line of markdown.split('\n')) {
    const end = at + line.length + 1;
    if (startsWithLetter.test(line)) {
      [at, before] = [end, line];
      continue;
    }
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
    } else if (fence === '') {
      const atx = /^ {0,3}(#{1,6})\s+(\S.*)$/.exec(line);
      if (atx !== null) headings.push({ level: atx[1]!.length, title: atx[2]!, start: at, bodyStart: end });
      else if (/^(?:={3,}|-{3,})\s*$/.test(line) && isText(before)) {
        const level = line.startsWith('=') ? 1 : 2;
        headings.push({ level, title: before, start: at - before.length - 1, bodyStart: end });
      }
    }
    before = line;
    at = end;
  }
  return headings;
}

function isText(line: string): boolean {
  return line.trim() !== '' && !/^\s*(?:[-*+>|#]|\d+[.)])/.test(line) && !line.includes('|');
}

/** Whether a heading, without its explicit id and its link targets, has these letters. */
function isNamed(heading: string, name: string): boolean {
  const id = heading.search(/[{[]#/);
  const title = (id > 0 ? heading.slice(0, id) : heading).replaceAll(/\]\([^()]*\)/g, ']');
  const first = /[A-Za-z0-9\u0080-\uffff]/.exec(title)?.[0] ?? '';
  // The first letter rules out most headings.
  if (first < '\u0080' && first.toLowerCase() !== name.charAt(0)) return false;
  return smallLettersOf(title) === name;
}

function smallLettersOf(text: string): string {
  return lettersOf(text).toLowerCase();
}
