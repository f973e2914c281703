import type { Block, FileReader } from './file-part.ts';
import { headingsIn, isContents, type Outline, readOutline, titlesOf } from './pdf-headings.ts';
import { type Line, readLines } from './pdf-lines.ts';
import { blocksOf } from './pdf-blocks.ts';

/** Pages that are read of one document, and those whose margins are compared with each other. */
const maxPages = 5_000;
const pagesAtOnce = 40;

/** Pixels of a letter that is a picture, as in fonts of older TeX: without them, nothing is known of its size. */
const largestLetter = 512 * 512;

/**
 * Reads the text of a PDF page by page, so that what was read stays when the rest takes too much. Headings come from
 * its outline, else from their size; each leads to its page: https://www.rfc-editor.org/rfc/rfc8118#section-3
 */
export const readPdf: FileReader = async function* (bytes, name) {
  const { getDocumentProxy } = await import('unpdf');
  // Fonts are not drawn, and nothing of the document is evaluated or fetched.
  const pdf = await getDocumentProxy(bytes, {
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    maxImageSize: largestLetter,
    verbosity: 0,
  });
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const outline = await readOutline(pdf);
  const titles = titlesOf(outline);
  const named = (info as { Title?: unknown }).Title;
  const isTitle =
    typeof named === 'string' &&
    /\p{L}{3}/u.test(named) &&
    !/\.(?:docx?|tex|dvi|indd|pdf)$/i.test(named.trim());
  if (isTitle) yield { title: named.trim().slice(0, 300) };
  const last = Math.min(pdf.numPages, maxPages);
  if (last < pdf.numPages) yield { note: `Only the first ${last} of its ${pdf.numPages} pages were read.` };
  const sizes = new Map<number, number>();
  let isTitled = isTitle;
  for (let first = 1; first <= last; first += pagesAtOnce) {
    const pages: Line[][] = [];
    for (let nth = first; nth < Math.min(first + pagesAtOnce, last + 1); nth++) {
      const page = await pdf.getPage(nth);
      pages.push(readLines(await page.getTextContent()));
      page.cleanup();
    }
    countSizes(pages, sizes);
    for (const [at, lines] of withoutMargins(pages).entries()) {
      if (isContents(lines, titles)) continue;
      if (!isTitled && lines.length > 0) {
        const title = largest(lines, sizes);
        isTitled = true;
        yield { title: title ?? name };
      }
      yield* readPage(lines, first + at, outline, sizes);
    }
  }
};

function* readPage(
  lines: Line[],
  nth: number,
  outline: Outline,
  sizes: ReadonlyMap<number, number>,
): Generator<Block> {
  const id = `page=${nth}`;
  const found = headingsIn(lines, nth, outline, bodySize(sizes), sizes);
  let rest: Line[] = [];
  let isLed = false;
  const flush = function* (): Generator<Block> {
    const html = blocksOf(rest);
    rest = [];
    if (html === '') return;
    yield isLed ? { html } : { html, page: id };
    isLed = true;
  };
  for (let at = 0; at < lines.length; at++) {
    const heading = found.get(at);
    if (heading === undefined) {
      rest.push(lines[at]!);
      continue;
    }
    yield* flush();
    yield { level: heading.level, text: heading.text, id };
    isLed = true;
    at += heading.lines - 1;
  }
  yield* flush();
}

/** Counts the letters of each size, of which most are the text's. */
function countSizes(pages: Line[][], sizes: Map<number, number>): void {
  for (const { size, text } of pages.flat()) sizes.set(size, (sizes.get(size) ?? 0) + text.length);
}

function bodySize(sizes: ReadonlyMap<number, number>): number {
  return [...sizes].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 10;
}

/** The title of a document that names none: the largest lines of its first page with text. */
function largest(lines: Line[], sizes: ReadonlyMap<number, number>): string | null {
  const most = Math.max(...lines.map(({ size }) => size));
  if (most < bodySize(sizes) * 1.2) return null;
  const first = lines.findIndex(({ size }) => size === most);
  const text = lines
    .slice(first, first + 3)
    .filter(({ size }) => size === most)
    .map((line) => line.text)
    .join(' ');
  return /\p{L}{2}/u.test(text) ? text.slice(0, 300) : null;
}

/** A line of a table of contents or an index says where something is, and not what. */
const leader = /(?:\. ?){6}/;

/** Lines at the top and the bottom of a page that may be the running ones, and how many pages must have them. */
const marginLines = 3;
const minRepeated = 3;

/** Pages without their running heads and feet, which are the same on many but for numbers. */
function withoutMargins(pages: Line[][]): Line[][] {
  const keyOf = ({ text }: Line): string => text.replaceAll(/\d+|\b[ivxlc]+\b/gi, '#').trim();
  const margins = ({ length }: Line[]): number[] =>
    [...Array(length).keys()].filter((at) => at < marginLines || at >= length - marginLines);
  const counts = new Map<string, number>();
  for (const lines of pages) {
    const keys = new Set(margins(lines).map((at) => keyOf(lines[at]!)));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return pages.map((lines) => {
    const gone = new Set(margins(lines).filter((at) => counts.get(keyOf(lines[at]!))! >= minRepeated));
    return lines.filter(({ text }, at) => !gone.has(at) && !leader.test(text));
  });
}
