import { escapeHtml } from '../../../lib/escape-html.ts';
import { decodeText } from '../decode-text.ts';
import { reduceHtml } from '../site/reduce-html.ts';
import { htmlBlocks } from './read-word.ts';
import type { FileReader } from './file-part.ts';

function textOf(bytes: Uint8Array): string {
  return decodeText(bytes).text ?? '';
}

/** Reads HTML as that of a site's page. */
export const readHtml: FileReader = async function* (bytes) {
  const reduced = reduceHtml({ html: textOf(bytes), url: 'file:///' });
  if (reduced === null) throw new Error('it is nested too deep, or too large');
  if (reduced.titles[0] !== undefined) yield { title: reduced.titles[0] };
  const html = reduced.text.replace(/^---\n[^]*?---\n/, '').replaceAll(/ data-block="\w+"/g, '');
  const inner = /^<(body|main|article)\b[^>]*>([^]*)<\/\1>$/.exec(html.trim())?.[2];
  yield* htmlBlocks(inner ?? html);
};

/** Reads a text by its paragraphs; indented ones keep their lines. */
export const readPlain: FileReader = async function* (bytes) {
  for (const paragraph of textOf(bytes).split(/\n[ \t]*\n/)) {
    if (paragraph.trim() === '') continue;
    const isLaidOut = /^(?: {2}|\t)/m.test(paragraph);
    const html = escapeHtml(paragraph.replaceAll('\f', '').trimEnd());
    yield { html: isLaidOut ? `<pre>${html}</pre>` : `<p>${html.trim()}</p>` };
  }
};

/** Rows that are read of a table, and those that stand together below its head. */
const maxRows = 20_000;
const rowsAtOnce = 40;

/** Reads a table of values. https://www.rfc-editor.org/rfc/rfc4180 */
export const readTable: FileReader = async function* (bytes) {
  const text = textOf(bytes);
  const rows = rowsOf(text, separatorOf(text));
  const [head = [], ...all] = rows;
  if (rows.length > maxRows) yield { note: `Only the first ${maxRows} rows were read.` };
  const line = (cells: string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell.trim())}</${tag}>`).join('')}</tr>`;
  for (let at = 0; at < Math.max(1, all.length); at += rowsAtOnce) {
    const some = all.slice(at, at + rowsAtOnce);
    if (all.length > rowsAtOnce) yield { level: 2, text: `Rows ${at + 1} to ${at + some.length}` };
    yield {
      html: `<table><thead>${line(head, 'th')}</thead><tbody>${some.map((row) => line(row, 'td')).join('')}</tbody></table>`,
    };
  }
};

function separatorOf(text: string): string {
  const first = text.slice(0, Math.max(0, text.indexOf('\n')) || undefined);
  const count = (one: string): number => first.split(one).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0]!;
}

function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length <= maxRows; at++) {
    const one = text[at]!;
    if (isQuoted) {
      if (one !== '"') cell += one;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (one === '"' && cell === '') isQuoted = true;
    else if (one === separator) {
      row.push(cell);
      cell = '';
    } else if (one === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
    } else cell += one;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((one) => one.trim() !== ''));
}
