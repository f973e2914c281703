import { openTag, ownLine } from './component-tag.ts';
import { fenceOf, mapOutsideCodeSpans, splitProse } from './split-prose.ts';

/** Levels of blocks inside of blocks. */
const deepest = 12;

/**
 * Makes the indented blocks of Python-Markdown into components: `!!! note "Title"`, `??? details`, `=== "Tab"`; takes
 * away attribute lists (`{: .class }`), keeping their ids, and icons (`:material-check:`).
 * https://squidfunk.github.io/mkdocs-material/reference/admonitions/
 */
export function mkdocsBlocks(body: string): string {
  return splitProse(readBlocks(body.split('\n'), 0).join('\n'))
    .map(({ text, isCode }) => (isCode ? text : mapOutsideCodeSpans(text, dropAttributes)))
    .join('');
}

function readBlocks(lines: string[], depth: number): string[] {
  const read: string[] = [];
  let fence: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = fenceOf(line);
    if (fence === null && mark !== null) fence = mark.row;
    else if (fence !== null && mark?.row.startsWith(fence) && mark.info === '') fence = null;
    const block = fence === null && depth < deepest ? startOf(line) : null;
    if (block === null) {
      read.push(line);
      continue;
    }
    const inside = indentedAfter(lines, at, block.indent.length);
    read.push(ownLine(block.indent, block.start));
    read.push(
      ...readBlocks(
        inside.map((one) => one.slice(4)),
        depth + 1,
      ),
    );
    read.push(ownLine(block.indent, `</${block.name}>`));
    at += inside.length;
  }
  return read;
}

function startOf(line: string): { indent: string; name: string; start: string } | null {
  const match = /^([ \t]*)(!!!|\?\?\?\+?|===[!+]?)[ \t]+([^"\n]*)(?:"([^"\n]*)")?[ \t]*$/.exec(line);
  if (match === null) return null;
  const [, indent = '', mark = '', words = '', title] = match;
  if (mark.startsWith('=')) {
    return title === undefined ? null : { indent, name: 'Tab', start: openTag('Tab', { title }) };
  }
  const [type = 'note'] = words.trim().split(/\s+/);
  return {
    indent,
    name: 'Admonition',
    start: openTag('Admonition', { type: type || 'note', title: title?.trim() }),
  };
}

/** The lines after the block's first that are blank or indented by four more than it, without blank ones at the end. */
function indentedAfter(lines: string[], start: number, indent: number): string[] {
  const inside: string[] = [];
  for (const line of lines.slice(start + 1)) {
    const own = line.length - line.trimStart().length;
    if (line.trim() !== '' && own < indent + 4 && !line.slice(0, own).includes('\t')) break;
    inside.push(line);
  }
  while (inside.at(-1)?.trim() === '') inside.pop();
  return inside;
}

function dropAttributes(text: string): string {
  return text
    .replaceAll(
      /(^#{1,6}[ \t][^\n{]*)?\{:?[ \t]*((?:[#.][\w-]|[\w-]+=)[^{}\n]*)\}/gm,
      (_, heading: string, list: string) => {
        const id = /(?:^|\s)#([\w.:-]+)/.exec(` ${list}`)?.[1];
        if (heading !== undefined) return id === undefined ? heading : `${heading}{#${id}}`;
        return id === undefined ? '' : `<a id="${id}"></a>`;
      },
    )
    .replaceAll(/:(?:material|fontawesome|octicons|simple)-[\w-]+:/g, '');
}
