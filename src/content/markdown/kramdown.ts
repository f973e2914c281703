import { openTag, ownLine } from './component-tag.ts';
import { openMarkdownInHtml } from './attribute-lists.ts';
import { mapOutsideCodeSpans, mapProse } from './split-prose.ts';

/** Classes of common themes that make a paragraph or quote an admonition. */
const kinds = /^(?:note|tip|info|warning|important|caution|danger|new|highlight)(?:-title)?$/;

/** `*[HTML]: Hyper Text` defines a tooltip. */
const abbreviation = /^ {0,3}\*\[[^\]\n]{1,200}\]:[^\n]*$/gm;

/**
 * Removes kramdown's attribute lists and instructions (`{:toc}`, `{::options /}`), but keeps ids (`{: #id }`) and the
 * admonitions that a list makes of the block before or after it (`{: .note }`).
 * https://kramdown.gettalong.org/syntax.html#attribute-list-definitions
 */
export function kramdownText(written: string): string {
  const body = mapProse(written, (prose) =>
    flattenHtml(openMarkdownInHtml(prose)).replaceAll(abbreviation, ''),
  );
  return readAttributeLists(body);
}

/** What other readers of Markdown have of kramdown, too: its lists and instructions. */
export function readAttributeLists(body: string): string {
  if (!body.includes('{:')) return body;
  return mapProse(body, (prose) =>
    mapOutsideCodeSpans(readNotes(prose), (text) =>
      text
        .replaceAll(/^[ \t]*(?:[*-]|\d+\.)[ \t][^\n]*\n[ \t]*\{:[ \t]*toc[^}\n]*\}[ \t]*$/gm, '')
        .replaceAll(/\{::comment\}(?:(?!\{:[:/])[^])*\{:\/(?:comment)?\}/g, '')
        .replaceAll(/\{::[^}\n]{0,1000}\}/g, '')
        .replaceAll(/(^#{1,6}[ \t][^\n{]*)\{:([^}\n]{0,1000})\}|\{:([^}\n]{0,1000})\}/gm, readList),
    ).replaceAll(/(^#{1,6}[ \t][^\n{]*[^\s{])[ \t]*\n(<a id="[\w.:-]+"><\/a>)[ \t]*$/gm, moveId),
  );
}

/**
 * HTML runs to its closing tag, across blank lines and with any indent, and not beyond. In CommonMark, a blank line would
 * end it, and nothing else; an indent would make it code.
 */
function flattenHtml(prose: string): string {
  let closing: string | null = null;
  const lines = prose.split('\n');
  return lines
    .flatMap((line, at) => {
      const name = /^ {0,3}<(table|div|section|aside|figure|ul|ol|dl)\b/i.exec(line)?.[1];
      if (closing === null && name !== undefined) closing = `</${name.toLowerCase()}>`;
      if (closing === null) return [line];
      const isTable = closing === '</table>';
      const isLast = line.toLowerCase().startsWith(closing);
      if (isLast) closing = null;
      if (isTable && line.trim() === '') return [];
      const shown = isTable || /^[ \t]*</.test(line) ? line.trimStart() : line;
      return isLast && !/^[ \t]*(?:<|$)/.test(lines[at + 1] ?? '') ? [shown, ''] : [shown];
    })
    .join('\n');
}

function readList(_: string, heading: string | undefined, inHeading = '', elsewhere = ''): string {
  const id = /(?:^|\s)#([\w.:-]+)/.exec(` ${inHeading}${elsewhere}`)?.[1];
  if (heading !== undefined) return id === undefined ? heading : `${heading.trimEnd()} {#${id}}`;
  return id === undefined ? '' : `<a id="${id}"></a>`;
}

/** An attribute list on the line after a heading belongs to the heading. */
function moveId(_: string, heading: string, anchor: string): string {
  return `${heading} {#${/"(.*)"/.exec(anchor)?.[1] ?? ''}}`;
}

/** A line `{: .note }` before or after a paragraph or quote. */
function readNotes(prose: string): string {
  if (!/\{:[^}\n]{0,1000}\.(?:note|tip|info|warning|important|caution|danger|new|highlight)/.test(prose))
    return prose;
  const blocks = prose.split(/\n(?:[ \t]*\n)+/);
  return blocks.map(readNote).join('\n\n');
}

function readNote(block: string): string {
  const lines = block.split('\n');
  const at = [0, lines.length - 1].find((one) => kindOf(lines[one] ?? '') !== null);
  if (at === undefined || lines.length === 1) return block;
  const type = (kindOf(lines[at] ?? '') ?? '').replace('-title', '');
  const rest = lines.filter((_, position) => position !== at).map((line) => line.replace(/^>[ \t]?/, ''));
  return `${ownLine('', openTag('Admonition', { type }))}${rest.join('\n')}\n${ownLine('', '</Admonition>')}`;
}

function kindOf(line: string): string | null {
  const list = /^[ \t]*(?:>[ \t]*)?\{:([^}]*)\}[ \t]*$/.exec(line)?.[1];
  const classes = (list ?? '').split(/\s+/).flatMap((word) => (word.startsWith('.') ? [word.slice(1)] : []));
  return classes.find((name) => kinds.test(name)) ?? null;
}
