import type { ListItem, RootContent } from 'mdast';
import { anchor, type Context, element, paragraph, type Parse, text } from './context.ts';
import { renderDirective } from './directives.ts';
import { readFields } from './fields.ts';
import { createIds, normalName } from './ids.ts';
import { parseInline } from './inline.ts';
import { plainText } from './plain-title.ts';
import { dedent } from '../markdown/dedent.ts';
import { readGrid, readSimple, startsGrid, startsSimple } from './tables.ts';

/** Maximum nesting of blocks. */
const maxNesting = 24;

/** Title adornments by level; nested blocks have none, so they have no sections. */
type Styles = string[];

/** Parses lines of one indent into blocks. Takes time in proportion to lines and nesting. */
export function parseBlocks(lines: string[], context: Context, styles: Styles | null): RootContent[] {
  if (context.nesting >= maxNesting) return [{ type: 'code', value: lines.join('\n') }];
  context.nesting += 1;
  const nodes: RootContent[] = [];
  let at = 0;
  while (at < lines.length) {
    const read = readBlock(lines, at, context, styles);
    if (lines[at]?.startsWith('.. _') !== true && read.nodes.length > 0)
      nodes.push(...takePending(context, read.nodes));
    nodes.push(...read.nodes);
    at = Math.max(read.next, at + 1);
  }
  context.nesting -= 1;
  return nodes;
}

type Read = { nodes: RootContent[]; next: number };

/** Pending target names become anchors before the next block; a heading has them already. */
function takePending(context: Context, [first]: RootContent[]): RootContent[] {
  if (first?.type === 'heading') return [];
  return context.pending.splice(0).map(anchor);
}

function readBlock(lines: string[], at: number, context: Context, styles: Styles | null): Read {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { nodes: [], next: at + 1 };
  const parse: Parse = {
    blocks: (inner) => parseBlocks(inner, context, null),
    inline: (source) => parseInline(source, context),
  };
  if (/^\s/.test(line)) {
    const end = endOfIndent(lines, at);
    return { nodes: quoteOf(parse.blocks(dedent(lines.slice(at, end)))), next: end };
  }
  return (
    (styles === null ? null : readTitle(lines, at, context, styles)) ??
    readTransition(lines, at) ??
    (/^(?:\.\.|__)(?:\s|$)/.test(line) ? readExplicit(lines, at, context, parse) : null) ??
    readList(lines, at, parse) ??
    readFieldList(lines, at, parse) ??
    readTable(lines, at, parse) ??
    readVerbatim(lines, at, parse) ??
    readDefinition(lines, at, parse) ??
    readParagraph(lines, at, parse)
  );
}

function quoteOf(children: RootContent[]): RootContent[] {
  return children.length === 0 ? [] : [{ type: 'blockquote', children: children as never }];
}

const adornment = /^([!-/:-@[-`{-~])\1*$/;

function readTitle(lines: string[], at: number, context: Context, styles: Styles): Read | null {
  const [first = '', second = '', third = ''] = lines.slice(at, at + 3).map((line) => line.trimEnd());
  const isOver = adornment.test(first) && second.trim() !== '' && third === first && first.length > 1;
  const title = isOver ? second.trim() : first;
  const bar = isOver ? third : second;
  if (!isOver && (!adornment.test(bar) || adornment.test(first))) return null;
  if (bar.length < Math.min(4, width(title)) || (bar.length < 2 && width(title) > 1)) return null;
  if (/^(?:\.\.|::)$/.test(bar) || (isOver && !adornment.test(bar))) return null;
  const style = `${isOver ? 'over' : ''}${bar.charAt(0)}`;
  let level = styles.indexOf(style);
  if (level < 0) level = styles.push(style) - 1;
  context.depth = Math.min(6, level + 1);
  const children = parseInline(title, context);
  // The name of a substitution, and not what replaces it, is in the id.
  const unfilled = title.includes('|') ? parseInline(title, unfilledContext(context)) : children;
  const id = context.ids.give(plainText(unfilled));
  const labels = context.pending.splice(0);
  const own = /^id\d+$/.test(id) ? (labels.at(-1) ?? id) : id;
  return {
    nodes: [{ type: 'heading', depth: context.depth as 1, children, data: { anchor: own } }],
    next: at + (isOver ? 3 : 2),
  };
}

/** Each substitution stands for its name, and no id is taken. */
function unfilledContext(context: Context): Context {
  const { substitutions, facts } = context;
  const names = [...substitutions.keys(), ...Object.keys(facts.substitutions ?? {})];
  return {
    ...context,
    ids: createIds(),
    anonymous: [...context.anonymous],
    substitutions: new Map(names.map((name) => [name, name])),
    hasCharacterNames: false,
  };
}

/** Wide characters take two columns. */
function width(title: string): number {
  return title.replaceAll(/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF00-\uFF60]/g, 'xx')
    .length;
}

function readTransition(lines: string[], at: number): Read | null {
  const line = (lines[at] ?? '').trimEnd();
  if (line.length < 4 || !adornment.test(line) || (lines[at + 1] ?? '').trim() !== '') return null;
  return { nodes: [{ type: 'thematicBreak' }], next: at + 1 };
}

/** The end of the indented lines from `at` on, without trailing blank lines. */
function endOfIndent(lines: string[], at: number): number {
  let end = at;
  for (let next = at; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    if (line.trim() === '') continue;
    if (!/^\s/.test(line)) break;
    end = next + 1;
  }
  return Math.max(end, at);
}

const target = /^\.\. _(?:`([^`]+)`|((?:[^:\\]|\\.|:(?=\S))+)):(?:[ \t]+(\S.*))?$/;

/** Targets, footnotes, substitutions, directives and comments. */
function readExplicit(lines: string[], at: number, context: Context, parse: Parse): Read {
  const line = lines[at] ?? '';
  // An empty comment ends what was before it. https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#empty-comments
  if (line.trim() === '..' && (lines[at + 1] ?? '').trim() === '') return { nodes: [], next: at + 1 };
  const end = endOfIndent(lines, at + 1);
  const rest = lines.slice(at + 1, end);
  const done = (...nodes: RootContent[]): Read => ({ nodes, next: Math.max(end, at + 1) });
  if (line.startsWith('__') || line.startsWith('.. __:')) {
    context.ids.give('');
    return done();
  }
  const [, quoted, bare, url] = target.exec(line) ?? [];
  const name = quoted ?? bare;
  if (name !== undefined) {
    const id = context.ids.give(normalName(name));
    if (url !== undefined || rest[0]?.trim()) return { nodes: [], next: endOfTarget(lines, at + 1) };
    context.pending.push(id);
    return { nodes: [], next: at + 1 };
  }
  const [, label, note = ''] = /^\.\. \[([^\]]{1,80})\](?:[ \t]+(.*)|$)/s.exec(line) ?? [];
  if (label !== undefined) {
    const id = context.ids.give(/^[#*\d]/.test(label) ? '' : label);
    const blocks = parse.blocks([note, ...dedent(rest)]);
    return done(anchor(id), ...labelled(/^[#*]/.test(label) ? '' : `[${label}] `, blocks));
  }
  if (/^\.\. \|[^|]+\|/.test(line)) return done();
  const [, directive = '', argument = ''] =
    /^\.\. ([\w.+-]+(?::[\w.+-]+)*) ?::(?:[ \t]+(.*)|$)/s.exec(line) ?? [];
  if (directive === '') return done();
  return done(...renderDirective(readDirective(directive, argument, dedent(rest)), context, parse));
}

/** A target ends with a blank line; what is indented below that is text. https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#hyperlink-targets */
function endOfTarget(lines: string[], from: number): number {
  let end = from;
  while (/^\s+\S/.test(lines[end] ?? '')) end += 1;
  return end;
}

function labelled(label: string, [first, ...others]: RootContent[]): RootContent[] {
  if (label === '' || first?.type !== 'paragraph') return first === undefined ? [] : [first, ...others];
  return [{ ...first, children: [text(label), ...first.children] }, ...others];
}

/**
 * The lines below a directive: the rest of its argument, `:option: value`, and after a blank line its content. In
 * Markdown the argument is one line, and no blank line is needed.
 */
export function readDirective(
  name: string,
  argument: string,
  lines: string[],
  isMarkdown = false,
): {
  name: string;
  argument: string;
  options: Record<string, string>;
  body: string[];
} {
  const options: Record<string, string> = {};
  let at = 0;
  let last = '';
  let head = argument;
  for (; at < lines.length && (lines[at] ?? '').trim() !== ''; at += 1) {
    const line = lines[at] ?? '';
    const [, key, value = ''] = /^:([\w-][\w .-]*):(?:[ \t]+(.*)|$)/s.exec(line) ?? [];
    if (key !== undefined) {
      last = key;
      options[key] = value.trim();
    } else if (last !== '' && /^\s/.test(line)) options[last] = `${options[last]} ${line.trim()}`.trim();
    else if (last === '' && argument !== '' && !isMarkdown) head = `${head}\n${line.trim()}`;
    else break;
  }
  const body = lines.slice(at);
  while (body.length > 0 && (body[0] ?? '').trim() === '') body.shift();
  return { name, argument: head, options, body };
}

const bullet = /^([*+\-•‣⁃])(?:\s+|$)/;
const enumerated = /^(\(?(?:\d{1,9}|[a-zA-Z]|#|[ivxlcdmIVXLCDM]{1,12})[.)])(?:\s+|$)/;

function readList(lines: string[], at: number, parse: Parse): Read | null {
  const isOrdered = enumerated.test(lines[at] ?? '');
  const mark = isOrdered ? enumerated : bullet;
  if (!mark.test(lines[at] ?? '')) return null;
  const second = lines[at + 1] ?? '';
  // A sentence may begin with "A." or "I."; in a list, the next line of the item is indented.
  if (isOrdered && second.trim() !== '' && !/^\s/.test(second) && !mark.test(second)) return null;
  const items: ListItem[] = [];
  let next = at;
  for (;;) {
    const found = mark.exec(lines[next] ?? '');
    if (found === null) break;
    const end = endOfIndent(lines, next + 1);
    const first = (lines[next] ?? '').slice(found[0].length);
    const children = parse.blocks([first, ...dedent(lines.slice(next + 1, end))]);
    items.push({ type: 'listItem', spread: false, children: children as never });
    next = end;
    while (next < lines.length && (lines[next] ?? '').trim() === '') next += 1;
  }
  const start = Number(/\d+/.exec(lines[at] ?? '')?.[0] ?? 1);
  return {
    nodes: [
      { type: 'list', ordered: isOrdered, ...(isOrdered && { start }), spread: false, children: items },
    ],
    next,
  };
}

const field = /^:(?![:\s])((?:[^:\\\n`]|\\.|:(?=[^\s`])){1,200}):(?=\s|$)/;

function readFieldList(lines: string[], at: number, parse: Parse): Read | null {
  if (!field.test(lines[at] ?? '')) return null;
  const fields: { name: string; body: string[] }[] = [];
  let next = at;
  for (;;) {
    const found = field.exec(lines[next] ?? '');
    if (found === null) break;
    const end = endOfIndent(lines, next + 1);
    const first = (lines[next] ?? '').slice(found[0].length).trim();
    fields.push({ name: found[1] ?? '', body: [first, ...dedent(lines.slice(next + 1, end))] });
    next = end;
    while (next < lines.length && (lines[next] ?? '').trim() === '') next += 1;
  }
  return { nodes: readFields(fields, parse), next };
}

function readTable(lines: string[], at: number, parse: Parse): Read | null {
  const line = lines[at] ?? '';
  if (startsGrid(line)) {
    let end = at;
    while (end < lines.length && /^[+|]/.test(lines[end] ?? '')) end += 1;
    return { nodes: readGrid(lines.slice(at, end), parse), next: end };
  }
  if (!startsSimple(line)) return null;
  // The table ends with the second border before a blank line; the first is below the head.
  let end = at + 1;
  while (end < lines.length && !(startsSimple(lines[end] ?? '') && (lines[end + 1] ?? '').trim() === ''))
    end += 1;
  return { nodes: readSimple(lines.slice(at, end), parse), next: end + 1 };
}

/** Line blocks, doctests and option lists. */
function readVerbatim(lines: string[], at: number, parse: Parse): Read | null {
  const line = lines[at] ?? '';
  let end = at;
  if (line.startsWith('>>> ')) {
    while (end < lines.length && (lines[end] ?? '').trim() !== '') end += 1;
    return { nodes: [{ type: 'code', lang: 'pycon', value: lines.slice(at, end).join('\n') }], next: end };
  }
  if (/^\|(?: |$)/.test(line)) {
    while (end < lines.length && /^(?:\|(?: |$)|\s+\S)/.test(lines[end] ?? '')) end += 1;
    const shown = lines
      .slice(at, end)
      .map((one) => one.replace(/^\|? */, ''))
      .filter((one) => one !== '');
    return { nodes: [paragraph(parse.inline(shown.join('\n')))], next: end };
  }
  const option = /^((?:--?|\/|\+)[a-zA-Z][^\n]*?)(?:(?<! ) {2,}(\S.*))?$/.exec(line);
  const second = lines[at + 1] ?? '';
  if (option === null || (option[2] === undefined && !/^\s+\S/.test(second))) return null;
  end = endOfIndent(lines, at + 1);
  const body = [option[2] ?? '', ...dedent(lines.slice(at + 1, end))];
  const term = element('dt', {}, [{ type: 'inlineCode', value: (option[1] ?? '').trim() }]);
  return { nodes: [element('dl', {}, [term, ...parse.blocks(body)])], next: Math.max(end, at + 1) };
}

function readDefinition(lines: string[], at: number, parse: Parse): Read | null {
  if (!/^\s+\S/.test(lines[at + 1] ?? '') || (lines[at] ?? '').endsWith('::')) return null;
  const end = endOfIndent(lines, at + 1);
  const [term = '', ...classifiers] = (lines[at] ?? '').split(' : ');
  const shown = parse.inline([term, ...classifiers].join(' : '));
  const body = parse.blocks(dedent(lines.slice(at + 1, end)));
  return { nodes: [element('dl', {}, [element('dt', {}, shown), ...body])], next: end };
}

function readParagraph(lines: string[], at: number, parse: Parse): Read {
  let end = at + 1;
  while (end < lines.length && (lines[end] ?? '').trim() !== '' && !/^\s/.test(lines[end] ?? '')) end += 1;
  const source = lines.slice(at, end).join('\n').trimEnd();
  const nodes: RootContent[] = [];
  if (!source.endsWith('::')) return { nodes: [paragraph(parse.inline(source))], next: end };
  const shown = /\s::$|^::$/.test(source) ? source.slice(0, -2).trimEnd() : source.slice(0, -1);
  if (shown !== '') nodes.push(paragraph(parse.inline(shown)));
  while (end < lines.length && (lines[end] ?? '').trim() === '') end += 1;
  const quote = /^[!-/:-@[-`{-~]/.exec(lines[end] ?? '')?.[0];
  let last = endOfIndent(lines, end);
  if (last === end && quote !== undefined) {
    while ((lines[last] ?? '').startsWith(quote)) last += 1;
  }
  const value = dedent(lines.slice(end, last)).join('\n');
  if (value !== '') nodes.push({ type: 'code', value });
  return { nodes, next: Math.max(last, end) };
}
