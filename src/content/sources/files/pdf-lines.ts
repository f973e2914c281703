/** A line of a page, as far as pdf.js gives it: https://mozilla.github.io/pdf.js/api/draft/module-pdfjsLib.html */
export type Line = {
  text: string;
  /** Runs of text with wide gaps between them, as in tables, with where each begins. */
  cells: { text: string; x: number }[];
  /** Of its largest letters, in halves of a point. */
  size: number;
  y: number;
  isCode: boolean;
};

type TextItem = {
  str: string;
  transform: number[];
  width: number;
  height: number;
  fontName: string;
  hasEOL: boolean;
};
type TextContent = {
  items: (TextItem | { type: string })[];
  styles: Record<string, { fontFamily: string }>;
};

/** Shares of a letter's size: a gap between words, one between cells, and how far a line's letters may be apart in height. */
const wordGap = 0.15;
const cellGap = 1.4;
const sameLine = 0.4;

/** The lines of a page in the order in which they are written, which is that of reading in nearly all documents. */
export function readLines({ items, styles }: TextContent): Line[] {
  const lines: Line[] = [];
  let line: Line | null = null;
  let end = 0;
  const close = (): void => {
    if (line === null) return;
    line.cells = line.cells
      .map(({ text, x }) => ({ text: clean(text), x }))
      .filter(({ text }) => text !== '');
    line.text = line.cells.map(({ text }) => text).join(' ');
    if (line.text !== '') lines.push(line);
    line = null;
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform;
    // Letters that stand on their side are stamps and labels of figures.
    if (Math.abs(b) > Math.abs(a)) continue;
    if (item.str.trim() === '') {
      if (item.hasEOL) close();
      continue;
    }
    const size = Math.round((item.height || Math.abs(a)) * 2) / 2;
    const isCode = styles[item.fontName]?.fontFamily === 'monospace';
    const isSame: boolean =
      line !== null &&
      Math.abs((line as Line).y - y) <= sameLine * Math.max(size, (line as Line).size) &&
      x >= end - size;
    if (!isSame) close();
    if (line === null) line = { text: '', cells: [{ text: item.str, x }], size, y, isCode };
    else {
      const gap = x - end;
      if (gap > cellGap * size) line.cells.push({ text: item.str, x });
      else line.cells.at(-1)!.text += gap > wordGap * size ? ` ${item.str}` : item.str;
      line.size = Math.max(line.size, size);
      line.isCode &&= isCode;
    }
    end = x + item.width;
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

const ligatures: Record<string, string> = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl' };

function clean(text: string): string {
  return text
    .replaceAll(/[ﬀ-ﬄ]/g, (one) => ligatures[one]!)
    .replaceAll(/[\p{Cc}\ue000-\uf8ff]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
