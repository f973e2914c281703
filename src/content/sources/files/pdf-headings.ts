import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import type { Line } from './pdf-lines.ts';

/** Headings by the page that they lead to, in their order; empty when the document has no outline. */
export type Outline = Map<number, { level: number; text: string }[]>;

type Node = { title: string; dest: string | unknown[] | null; items: Node[] };

const maxEntries = 5_000;
const maxDepth = 6;

/** Reads what viewers show as bookmarks: https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/PDF32000_2008.pdf 12.3.3 */
export async function readOutline(pdf: PDFDocumentProxy): Promise<Outline> {
  const outline: Outline = new Map();
  const top = ((await pdf.getOutline().catch(() => null)) ?? []) as Node[];
  let left = maxEntries;
  const visit = async (nodes: Node[], level: number): Promise<void> => {
    for (const { title, dest, items } of nodes) {
      if (left-- <= 0) return;
      const page = await pageOf(pdf, dest);
      const text = title.replaceAll(/\s+/g, ' ').trim();
      if (page !== null && text !== '') outline.set(page, [...(outline.get(page) ?? []), { level, text }]);
      if (level < maxDepth) await visit(items, level + 1);
    }
  };
  await visit(top, 1);
  return outline;
}

async function pageOf(pdf: PDFDocumentProxy, dest: Node['dest']): Promise<number | null> {
  try {
    const place = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const page: unknown = place?.[0];
    if (typeof page === 'number') return page + 1;
    return page === null || page === undefined ? null : (await pdf.getPageIndex(page as never)) + 1;
  } catch {
    return null;
  }
}

/** A heading at a line, and how many lines it takes. */
type Found = { level: number; text: string; lines: number };

/** Larger than the text by this share, and characters of a heading. */
const minLarger = 1.15;
const maxLength = 150;
const maxLines = 3;

/** The headings among a page's lines, by the place of their first. */
export function headingsIn(
  lines: Line[],
  page: number,
  outline: Outline,
  body: number,
  sizes: ReadonlyMap<number, number>,
): Map<number, Found> {
  return outline.size > 0 ? fromOutline(lines, outline.get(page) ?? []) : fromSizes(lines, body, sizes);
}

function fromOutline(lines: Line[], entries: { level: number; text: string }[]): Map<number, Found> {
  const found = new Map<number, Found>();
  let from = 0;
  for (const { level, text } of entries) {
    const place = placeOf(lines, withoutNumber(lettersOf(text)), from);
    // One whose words are not found may stand in a picture.
    if (place === null) continue;
    found.set(place.at, { level, text, lines: place.count });
    from = place.at + place.count;
  }
  return found;
}

/** The titles of an outline, as letters. */
export function titlesOf(outline: Outline): ReadonlySet<string> {
  return new Set([...outline.values()].flat().map(({ text }) => withoutNumber(lettersOf(text))));
}

const minEntries = 5;

/** Whether a page is one of the table of contents: lines that end with a page’s number hold titles of the outline. */
export function isContents(lines: Line[], titles: ReadonlySet<string>): boolean {
  const entries = lines.filter(({ text }) => {
    const title = /^(.*\D)(?:\d{1,4}|[ivxl]{1,6})$/.exec(text)?.[1];
    return title !== undefined && titles.has(withoutNumber(lettersOf(title)).replace(/(?<!\.)\.+$/, ''));
  });
  return entries.length >= minEntries;
}

/** The lines that hold just these words, after a number. */
function placeOf(lines: Line[], wanted: string, from: number): { at: number; count: number } | null {
  for (let at = from; at < lines.length; at++) {
    let letters = '';
    for (let count = 1; count <= maxLines && at + count <= lines.length; count++) {
      letters += lettersOf(lines[at + count - 1]!.text);
      if (wanted !== '' && withoutNumber(letters) === wanted) return { at, count };
    }
  }
  return null;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}.]/gu, '');
}

/** Outlines may have the numbers of headings where pages have none, and the other way round. */
function withoutNumber(letters: string): string {
  return letters.replace(/^(?:chapter|appendix|section|part)?[\d.]*/, '');
}

function fromSizes(lines: Line[], body: number, sizes: ReadonlyMap<number, number>): Map<number, Found> {
  const larger = [...sizes.keys()]
    .filter((size) => size >= body * minLarger)
    .toSorted((one, other) => other - one);
  const found = new Map<number, Found>();
  for (let at = 0; at < lines.length; at++) {
    const { size } = lines[at]!;
    if (size < body * minLarger) {
      if (isManualHeading(lines, at)) found.set(at, { level: 2, text: lines[at]!.text, lines: 1 });
      continue;
    }
    let count = 1;
    while (count < maxLines && lines[at + count]?.size === size) count++;
    const text = lines
      .slice(at, at + count)
      .map((line) => line.text)
      .join(' ');
    if (text.length <= maxLength && /\p{L}{2}/u.test(text)) {
      found.set(at, { level: Math.min(4, larger.indexOf(size) + 1), text, lines: count });
    }
    at += count - 1;
  }
  return found;
}

/** Manual pages have headings as large as their text: in capitals, and further left than what follows. */
function isManualHeading(lines: Line[], at: number): boolean {
  const [{ text, cells, isCode }, next] = [lines[at]!, lines[at + 1]];
  const isCapital = /^\p{Lu}[\p{Lu}\d ,()&/-]{2,60}$/u.test(text);
  return (
    isCapital && !isCode && cells.length === 1 && next !== undefined && next.cells[0]!.x > cells[0]!.x + 10
  );
}
