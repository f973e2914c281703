import type { PhrasingContent } from 'mdast';
import { type Context, text } from './context.ts';
import { normalName } from './ids.ts';
import { renderRole } from './roles.ts';
import { substitutionOf } from './substitutions.ts';

/** Maximum characters to search for the end of inline markup. */
const maxSpan = 4000;

/** Maximum candidate ends of a span. */
const maxEnds = 20;

/** Characters allowed after the end of inline markup, and before its start. */
const afterEnd = /[\s!-/:-@[-`{-~\p{P}]/u;

/**
 * Parses inline markup. https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#inline-markup
 */
export function parseInline(source: string, context: Context): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  let plain = '';
  const push = (...found: PhrasingContent[]): void => {
    if (plain !== '') nodes.push(text(plain));
    plain = '';
    nodes.push(...found);
  };
  for (let at = 0; at < source.length;) {
    const letter = source.charAt(at);
    if (letter === '\\') {
      // An escaped space is dropped.
      plain += /\s/.test(source.charAt(at + 1)) ? '' : source.charAt(at + 1);
      at += 2;
      continue;
    }
    const span = '`*:|[_h'.includes(letter) ? readSpan(source, at, context) : null;
    if (span === null) {
      plain += letter;
      at += 1;
    } else {
      if (span.dropsWord !== undefined) plain = plain.slice(0, plain.length - span.dropsWord);
      push(...span.nodes);
      at = span.end;
    }
  }
  push();
  return nodes;
}

type Span = {
  nodes: PhrasingContent[];
  end: number;
  /** Number of preceding plain characters that belong to the markup. */
  dropsWord?: number;
};

function readSpan(source: string, at: number, context: Context): Span | null {
  const before = at === 0 ? ' ' : source.charAt(at - 1);
  if (source.charAt(at) === '_') return readReference(source, at, context);
  if (!afterEnd.test(before)) return null;
  switch (source.charAt(at)) {
    case '`':
      return source.startsWith('``', at) ? readLiteral(source, at) : readInterpreted(source, at, '', context);
    case '*': {
      const mark = source.startsWith('**', at) ? '**' : '*';
      const end = endOf(source, at + mark.length, mark);
      if (end < 0) return null;
      const children = parseInline(source.slice(at + mark.length, end), context);
      return { nodes: [{ type: mark === '*' ? 'emphasis' : 'strong', children }], end: end + mark.length };
    }
    case ':': {
      const role = /:([a-zA-Z][\w.+-]*(?::[a-zA-Z][\w.+-]*)?):(?=`)/y;
      role.lastIndex = at;
      const found = role.exec(source);
      return found === null ? null : readInterpreted(source, role.lastIndex, found[1] ?? '', context);
    }
    case '|':
      return readSubstitution(source, at, context);
    case '[':
      return readFootnote(source, at, context);
    default:
      return readAddress(source, at);
  }
}

function readLiteral(source: string, at: number): Span | null {
  const end = endOf(source, at + 2, '``');
  if (end < 0) return null;
  return { nodes: [{ type: 'inlineCode', value: source.slice(at + 2, end) }], end: end + 2 };
}

/** `` `text` `` with a role before or after it, or as a link. */
function readInterpreted(source: string, at: number, role: string, context: Context): Span | null {
  const end = endOf(source, at + 1, '`');
  if (end < 0) return null;
  const content = source.slice(at + 1, end);
  const after = /_{1,2}(?!\w)|:([a-zA-Z][\w.+-]*(?::[a-zA-Z][\w.+-]*)?):/y;
  after.lastIndex = end + 1;
  const [mark = '', suffix] = after.exec(source) ?? [];
  if (role === '' && mark.startsWith('_')) {
    return { nodes: readLink(content, mark === '__', context), end: end + 1 + mark.length };
  }
  const name = role || suffix || context.facts.defaultRole || '';
  const width = role === '' && suffix !== undefined ? mark.length : 0;
  return { nodes: renderRole(name, content, context), end: end + 1 + width };
}

function readLink(content: string, isAnonymous: boolean, context: Context): PhrasingContent[] {
  const [, shown, written] = /^(.*?)(?<!\\)<([^<>]*)>$/.exec(content.replaceAll(/\s+/g, ' ')) ?? [];
  if (written !== undefined) {
    const target = written.replaceAll(/\\(.)/g, '$1').trim();
    const url =
      target.endsWith('_') && !target.includes('://')
        ? (context.targets.get(normalName(target.slice(0, -1).replaceAll('`', ''))) ?? '')
        : target.replaceAll(' ', '');
    const name = (shown ?? '').replaceAll(/\\(.)/g, '$1').trim() || url;
    if (!isAnonymous && name !== '') {
      context.targets.set(normalName(name), url);
      // Its name takes an id, as that of a target.
      context.ids.give(normalName(name));
    }
    return linkTo(url, name);
  }
  const url = isAnonymous ? context.anonymous.shift() : context.targets.get(normalName(content));
  return linkTo(
    url ?? '',
    content.replaceAll(/\\(.)|\s+/g, (_, kept?: string) => kept ?? ' '),
  );
}

export function linkTo(url: string, shown: string): PhrasingContent[] {
  return url === '' ? [text(shown)] : [{ type: 'link', url, children: [text(shown)] }];
}

function readSubstitution(source: string, at: number, context: Context): Span | null {
  const end = endOf(source, at + 1, '|');
  if (end < 0 || end - at > 100) return null;
  const written = source.slice(at + 1, end);
  const name = normalName(written);
  const value = substitutionOf(written, context);
  if (value === undefined) return null;
  const link = /_{1,2}(?!\w)/y;
  link.lastIndex = end + 1;
  const mark = link.exec(source)?.[0] ?? '';
  // Removed during expansion, so that a substitution cannot contain itself.
  context.substitutions.set(name, '');
  const nodes = parseInline(value, context);
  context.substitutions.set(name, value);
  const url = mark === '' ? undefined : context.targets.get(name);
  const shown: PhrasingContent[] =
    url === undefined ? nodes : [{ type: 'link', url, children: nodes as never }];
  return { nodes: shown, end: end + 1 + mark.length };
}

/** `[1]_`, `[#note]_`, `[*]_` and citations `[Name]_`. */
function readFootnote(source: string, at: number, context: Context): Span | null {
  const found = /\[([\w#*.-]{1,60})\]_(?!\w)/y;
  found.lastIndex = at;
  const label = found.exec(source)?.[1];
  if (label === undefined) return null;
  context.ids.give('');
  return { nodes: /^[#*]/.test(label) ? [] : [text(`[${label}]`)], end: found.lastIndex };
}

/** `word_` references a target of that name; `` _`word` `` defines one. */
function readReference(source: string, at: number, context: Context): Span | null {
  if (source.charAt(at + 1) === '`') {
    const end = endOf(source, at + 2, '`');
    if (end < 0) return null;
    const name = source.slice(at + 2, end);
    context.ids.give(name);
    return { nodes: [text(name)], end: end + 1 };
  }
  const mark = source.startsWith('__', at) ? '__' : '_';
  const after = source.charAt(at + mark.length);
  if (after !== '' && !afterEnd.test(after)) return null;
  if (after === '_') return null;
  const word = /(?<![\w.+-])[a-zA-Z0-9][\w.+-]*$/.exec(source.slice(Math.max(0, at - 80), at))?.[0];
  if (word === undefined) return null;
  const url = mark === '__' ? context.anonymous.shift() : context.targets.get(normalName(word));
  if (url === undefined) return null;
  return { nodes: linkTo(url, word), end: at + mark.length, dropsWord: word.length };
}

function readAddress(source: string, at: number): Span | null {
  const found = /https?:\/\/[^\s<>"`|\\]{1,2000}/y;
  found.lastIndex = at;
  const url = found.exec(source)?.[0].replace(/[.,;:!?)\]}'*_]{1,9}$/, '');
  return url === undefined
    ? null
    : { nodes: [{ type: 'link', url, children: [text(url)] }], end: at + url.length };
}

/** The end of a span: not after a space, not before a letter, not empty; -1 when there is none. */
function endOf(source: string, from: number, mark: string): number {
  if (/\s|^$/.test(source.charAt(from)) && mark !== '``') return -1;
  const until = Math.min(source.length, from + maxSpan);
  let end = source.indexOf(mark, mark === '``' ? from : from + 1);
  for (let tries = 0; end >= 0 && end < until && tries < maxEnds; tries += 1) {
    const [last, next] = [source.charAt(end - 1), source.charAt(end + mark.length)];
    const isEscaped = last === '\\' && mark !== '``';
    // Of three backquotes the last two end a literal: ``:ref:`name```.
    const isEnd =
      next === '' ||
      (afterEnd.test(next) && !(mark === '``' && next === '`')) ||
      (mark === '`' && next === '_');
    const isDouble = mark.length === 1 && next === mark && mark === '*';
    if (!/\s/.test(last) && !isEscaped && isEnd && !isDouble) return end;
    end = source.indexOf(mark, end + (isDouble ? 2 : 1));
  }
  return -1;
}
