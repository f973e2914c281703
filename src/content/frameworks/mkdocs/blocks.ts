import { openTag, ownLine } from '../../markdown/component-tag.ts';
import { labelOf, mkdocsInline } from './inline.ts';
import { showRaw } from '../../markdown/raw-text.ts';
import { closes, type Fence, fenceOf, mapProse } from '../../markdown/split-prose.ts';

/** Maximum nesting of blocks. */
const deepest = 12;

/** Maximum lines of a block with an end marker. */
const maxLines = 1000;

/** A block: its opening and closing tags, and the number of lines after its first. */
type Block = { before: string; inside: string[]; after: string; length: number };

/**
 * Turns the blocks of Python-Markdown's extensions into components: `!!! note "Title"`, `??? details`, `=== "Tab"`,
 * `/// note | Title`, and `::: package.name`, which may be a heading, into the name of the documented object.
 * https://squidfunk.github.io/mkdocs-material/reference/admonitions/
 * https://facelessuser.github.io/pymdown-extensions/extensions/blocks/
 * https://mkdocstrings.github.io/usage/
 */
export function mkdocsBlocks(written: string): string {
  const body = showRaw(written);
  const defined = new Set(
    [...body.matchAll(/^ {0,3}\[([^\]\n]+)\]:/gm)].map(([, label = '']) => labelOf(label)),
  );
  return mapProse(readBlocks(body.split('\n'), 0).join('\n'), (prose) => mkdocsInline(prose, defined));
}

function readBlocks(lines: string[], depth: number): string[] {
  const read: string[] = [];
  let fence: Fence | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = fenceOf(line);
    if (fence === null && mark !== null) fence = mark;
    else if (fence !== null && closes(mark, fence)) fence = null;
    const block = fence === null && depth < deepest ? blockAt(lines, at) : null;
    if (block === null) {
      read.push(line);
      continue;
    }
    read.push(block.before, ...readBlocks(block.inside, depth + 1), block.after);
    at += block.length;
  }
  return read;
}

function blockAt(lines: string[], at: number): Block | null {
  const line = lines[at] ?? '';
  const start = line.trimStart().slice(0, 3);
  if (start === ':::' || /^[#>]/.test(start)) return describedObject(lines, at);
  if (start === '///') return slashBlock(lines, at);
  return indentedBlock(lines, at);
}

function indentedBlock(lines: string[], at: number): Block | null {
  // A title may hold quotation marks. https://github.com/Python-Markdown/markdown/blob/master/markdown/extensions/admonition.py
  const match =
    /^([ \t]*)(!!!|\?\?\?\+?|===[!+]?)(?:[ \t]+|(?<!=)(?=[\w -]+(?:"|$)))((?:[^ \t"\n][^"\n]*)?)(?:"([^\n]*)"[ \t]*)?$/.exec(
      lines[at] ?? '',
    );
  if (match === null) return null;
  const [, indent = '', mark = '', words = '', title] = match;
  const inside = indentedAfter(lines, at, indent.length);
  const rest = { inside: inside.map((one) => one.slice(4)), length: inside.length };
  if (mark.startsWith('=')) return title === undefined ? null : { ...tabOf(indent, title), ...rest };
  const [type = 'note'] = words.trim().split(/\s+/);
  return { ...noteOf(indent, type || 'note', title?.trim()), ...rest };
}

/** `/// type | Title`, options indented by four spaces below it, and `///` at the end. */
function slashBlock(lines: string[], at: number): Block | null {
  const match = /^([ \t]*)(\/{3,})[ \t]*([\w-]+)(?:\.[\w.-]+)?(?:[ \t]*\|[ \t]*([^\n]*)|$)/.exec(
    (lines[at] ?? '').trimEnd(),
  );
  if (match === null) return null;
  const [, indent = '', slashes = '', name = '', title = ''] = match;
  const end = lines.slice(at + 1, at + maxLines).indexOf(indent + slashes) + at + 1;
  if (end === at) return null;
  let from = at + 1;
  let type = name;
  for (; from < end && /^[ \t]*(?: {4}|\t)[\w-]+:/.test(lines[from] ?? ''); from += 1)
    type = /\btype:[ \t]*([\w-]+)/.exec(lines[from] ?? '')?.[1] ?? type;
  const rest = { inside: lines.slice(from, end), length: end - at };
  if (name === 'tab') return { ...tabOf(indent, title), ...rest };
  if (/^(?:html|caption|figure-caption|table-caption|define)$/.test(name))
    return { before: '', after: '', ...rest };
  return { ...noteOf(indent, type === 'admonition' ? 'note' : type, title), ...rest };
}

/**
 * The content is generated from the named code: only the name is known, which is also the fragment. It may be in a quote,
 * and in C++ it is a whole signature.
 */
function describedObject(lines: string[], at: number): Block | null {
  const [, quote = '', indent = '', heading, named = ''] =
    /^((?:[ \t]*>[ \t]?)*)([ \t]*)(#{1,6}[ \t]*)?:::[ \t]*([A-Za-z_][^\n`]*)$/.exec(
      (lines[at] ?? '').trimEnd(),
    ) ?? [];
  if (named === '') return null;
  const { length } = indentedAfter(lines, at, indent.length, quote);
  const name = /^([\w.:/-]+)(?:\(.*\))?$/.exec(named)?.[1];
  const id = name === undefined ? '' : `<a id="${name}"></a>`;
  const shown =
    heading === undefined
      ? `${id}\`${named}\``
      : `${heading} \`${named}\`${name === undefined ? '' : ` {#${name}}`}`;
  return { before: `${quote}\n${quote}${indent}${shown}\n${quote}`, inside: [], after: quote, length };
}

/** A title's text without the markup that Markdown reads in it. */
function plainTitle(title: string): string {
  return title
    .trim()
    .replaceAll(/!?\[([^[\]\n]{1,200})\](?:\([^()\s]{0,500}\)|\[[^[\]\n]{0,200}\])/g, '$1')
    .replaceAll(/\*\*([^*\n]{1,200})\*\*/g, '$1')
    .replaceAll('`', '');
}

function tabOf(indent: string, title: string): Pick<Block, 'before' | 'after'> {
  return {
    before: ownLine(indent, openTag('Tab', { title: plainTitle(title) })),
    after: ownLine(indent, '</Tab>'),
  };
}

function noteOf(indent: string, type: string, title: string | undefined): Pick<Block, 'before' | 'after'> {
  return {
    before: ownLine(indent, openTag('Admonition', { type, title: title && plainTitle(title) })),
    after: ownLine(indent, '</Admonition>'),
  };
}

/** The lines after the block's first, in the same quote, that are blank or indented by four more, without trailing blank lines. */
function indentedAfter(lines: string[], start: number, indent: number, quote = ''): string[] {
  const inside: string[] = [];
  for (let at = start + 1; at < lines.length; at += 1) {
    if (!lines[at]!.startsWith(quote)) break;
    const line = lines[at]!.slice(quote.length);
    const own = line.length - line.trimStart().length;
    if (line.trim() !== '' && own < indent + 4 && !line.slice(0, own).includes('\t')) break;
    inside.push(line);
  }
  while (inside.at(-1)?.trim() === '') inside.pop();
  return inside;
}
