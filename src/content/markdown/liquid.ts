import { openTag } from './component-tag.ts';
import { holds, type LiquidValues, resolve, unknown } from './liquid-values.ts';
import { templatesAsCode } from './raw-text.ts';
import { fenced } from './section-text.ts';

/** A tag `{% … %}` or a value `{{ … }}`. */
type Piece = { start: number; end: number; tag: string | null; inside: string };

/** What a text is made of. */
type Part = string | Piece | Block;

/** A tag with an end, and its branches, each after a tag: the first after its own. */
type Block = { branches: { mark: Piece; parts: Part[] }[] };

/** What is left for one text: characters and parts to show, and rounds of its loops. */
type Budget = { room: number; rounds: number };

/** Characters and parts besides those of the text: a few captures that double one another would exhaust memory. */
const maxAdded = 1_000_000;
const maxRounds = 500;

/** How deep blocks may be in one another. */
const deepest = 30;

/** Blocks in which other tags mean nothing. All but code are hidden. */
const opaque = new Set(['comment', 'tablerow', 'schema', 'style', 'javascript', 'highlight']);
const blockTags = new Set([...opaque, 'if', 'unless', 'case', 'for', 'capture', 'with_include']);

/**
 * Renders the Liquid in a text as far as that is possible without a build: values of the configuration and the front
 * matter, highlighted code, raw text, captures, assignments, loops over known lists, and conditions and a `case` of known
 * values. Of another condition the first branch is shown; other loops are left out.
 * https://jekyllrb.com/docs/liquid/
 */
export function fillLiquid(text: string, values: LiquidValues): string {
  if (!text.includes('{{') && !text.includes('{%')) return text;
  const parts = parse(text);
  const all = render(parts, { ...values }, { room: maxAdded + 2 * text.length, rounds: maxRounds });
  return text.includes('endraw') ? templatesAsCode(all) : all;
}

function parse(text: string): Part[] {
  const root: Part[] = [];
  const open: Block[] = [];
  const nameOf = (block: Block | undefined): string => block?.branches[0]!.mark.tag ?? '';
  let from = 0;
  for (const piece of findPieces(text)) {
    const { start, end, tag } = piece;
    const block = open.at(-1);
    const parts = block?.branches.at(-1)!.parts ?? root;
    parts.push(text.slice(from, start));
    from = end;
    const name = nameOf(block);
    const isOpaque = opaque.has(name);
    if (tag !== null && (isOpaque ? tag === name : blockTags.has(tag)) && open.length < deepest) {
      const made = { branches: [{ mark: piece, parts: [] }] };
      parts.push(made);
      open.push(made);
    } else if (tag?.startsWith('end') === true) {
      const at = open.findLastIndex((one) => tag === `end${nameOf(one)}`);
      if (at >= 0 && (!isOpaque || at === open.length - 1)) open.length = at;
      else parts.push(piece);
    } else if (/^(?:else|elsif|when)$/.test(tag ?? '') && block !== undefined && !isOpaque)
      block.branches.push({ mark: piece, parts: [] });
    else parts.push(piece);
  }
  (open.at(-1)?.branches.at(-1)!.parts ?? root).push(text.slice(from));
  return root;
}

/** Assignments change `known`. */
function render(parts: Part[], known: LiquidValues, budget: Budget): string {
  const shown: string[] = [];
  for (const part of parts) {
    if (budget.room < 0) break;
    if (typeof part === 'object' && 'branches' in part) {
      shown.push(renderBlock(part, shown.at(-1) ?? '', known, budget));
      continue;
    }
    const text = typeof part === 'string' ? part : renderPiece(part, known);
    budget.room -= text.length + 1;
    if (budget.room >= 0) shown.push(text);
  }
  return shown.join('');
}

function renderPiece({ tag, inside }: Piece, known: LiquidValues): string {
  if (tag === null) return valueOf(inside, known);
  if (tag === 'raw') return inside;
  if (tag === 'tab') return `\n\n${openTag('Tab', { title: tabTitle(inside) })}\n\n`;
  if (tag === 'endtab') return '\n\n</Tab>\n\n';
  if (tag === 'link' || tag === 'post_url') return `/${inside.replace(/^\//, '')}`;
  if (tag === 'assign') {
    const [, name = '', value = ''] = /^([\w-]+)[ \t]*=([^]*)$/.exec(inside) ?? [];
    known[name] = assigned(value, known);
  }
  return '';
}

/** @param before the text before it */
function renderBlock({ branches }: Block, before: string, known: LiquidValues, budget: Budget): string {
  const [{ mark, parts }, other] = branches as [Block['branches'][0], ...Block['branches']];
  const { tag, inside } = mark;
  switch (tag) {
    case 'capture':
      known[inside.replaceAll(/["']/g, '')] = render(parts, known, budget);
      return '';
    case 'highlight': {
      const pieces = parts.filter(
        (part) => typeof part === 'string' || /^(?:raw)?$/.test((part as Piece).tag ?? ''),
      );
      const code = render(pieces, known, budget).replace(/^\n|\n[ \t]*$/g, '');
      // In an indented list, blank lines would end the item.
      const gap = /\n[ \t]+$/.test(before) ? '' : '\n\n';
      return gap + fenced(code, inside.split(/\s+/)[0]!) + (gap || '\n');
    }
    case 'with_include': {
      const values = { ...known, include: argumentsOf(inside, known) };
      return render(parts, values, budget).replaceAll(/\n[ \t]*\n(?=[ \t]*<)/g, '\n');
    }
    case 'for': {
      const items = itemsOf(inside, known);
      if (items === null) return '';
      return items.length === 0 && other !== undefined
        ? render(other.parts, known, budget)
        : renderLoop(parts, inside, items, known, budget);
    }
    case 'case': {
      const value = valueOf(inside, known);
      const isKnown = value !== '' && !value.startsWith('{{');
      const found = isKnown && branches.slice(1).find(({ mark: one }) => isBranchOf(value, one));
      return found ? render(found.parts, known, budget) : '';
    }
    case 'if':
    case 'unless': {
      const found = branches.find(({ mark: one }) => {
        const value = one.tag === 'else' ? true : holds(one.inside, known);
        return value === null || value !== (one.tag === 'unless');
      });
      return found === undefined ? '' : render(found.parts, known, budget);
    }
    default:
      return '';
  }
}

function renderLoop(
  parts: Part[],
  inside: string,
  items: unknown[],
  known: LiquidValues,
  budget: Budget,
): string {
  const [, name = ''] = /^([\w-]+)\s+in\s/.exec(inside) ?? [];
  const rounds = items.slice(0, budget.rounds);
  budget.rounds -= rounds.length;
  const outer = [known[name], known['forloop']];
  const shown = rounds.map((item, index) => {
    const forloop = { index: index + 1, index0: index, first: index === 0, last: index === items.length - 1 };
    Object.assign(known, { [name]: item, forloop });
    return render(parts, known, budget);
  });
  [known[name], known['forloop']] = outer;
  return shown.join('');
}

/** `{% tab 'Scala 3' for=x %}`, and `{% tab group Title %}` of jekyll-tabs. https://github.com/Ovski4/jekyll-tabs */
function tabTitle(inside: string): string {
  const quoted = /^["']([^"'<>]*)["']/.exec(inside)?.[1];
  return quoted ?? inside.replace(/^[^\s]+\s+(?=\S)/, '').replaceAll(/["'<>]/g, '');
}

/** The arguments of an include: literals, and values of the page that shows it. */
function argumentsOf(inside: string, known: LiquidValues): LiquidValues {
  const given = inside.matchAll(/(?<![\w-])([\w-]+)[ \t]*=[ \t]*("[^"]*"|'[^']*'|[\w.[\]-]+)/g);
  return Object.fromEntries(Array.from(given, ([, name = '', value = '']) => [name, resolve(value, known)]));
}

/** The list of `one in list limit:3`; null when only a build knows it. */
function itemsOf(inside: string, known: LiquidValues): unknown[] | null {
  const [, list = '', options = ''] = /^[\w-]+\s+in\s+(\S+)(.*)/s.exec(inside) ?? [];
  const value = resolve(list, known);
  if (value === unknown || value === null || options.includes('reversed')) return null;
  const items = Array.isArray(value) ? value : typeof value === 'object' ? Object.entries(value) : null;
  const limit = /limit:\s*(\d+)/.exec(options)?.[1];
  const offset = Number(/offset:\s*(\d+)/.exec(options)?.[1] ?? 0);
  return items?.slice(offset, limit === undefined ? undefined : offset + Number(limit)) ?? null;
}

/** The value of an assignment: a list stays one, and what filters make of it is not known. */
function assigned(written: string, known: LiquidValues): unknown {
  const [expression = '', ...filters] = written.split('|').map((part) => part.trim());
  const value = resolve(expression, known);
  const mark = /^split:\s*(["'])(.*)\1$/.exec(filters.at(-1) ?? '')?.[2];
  if (mark !== undefined && filters.length === 1 && typeof value === 'string') return value.split(mark);
  if (filters.length === 0 && value !== unknown) return value;
  return typeof value === 'object' && value !== null ? unknown : valueOf(written, known);
}

/** https://shopify.github.io/liquid/tags/control-flow/#casewhen */
function isBranchOf(value: string, { tag, inside }: Piece): boolean {
  const written = inside.split(/,|\sor\s/).map((one) => one.trim().replaceAll(/^["']|["']$/g, ''));
  return tag === 'else' || written.includes(value);
}

function findPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; ;) {
    const start = text.indexOf('{', from);
    if (start < 0) return pieces;
    const isTag = text.charAt(start + 1) === '%';
    const close = isTag ? '%}' : text.charAt(start + 1) === '{' ? '}}' : null;
    const at = close === null ? -1 : text.indexOf(close, start + 2);
    if (at < 0 || at - start > 2000) {
      from = start + 1;
      continue;
    }
    const inside = text
      .slice(start + 2, at)
      .replaceAll(/^-|-$/g, '')
      .trim();
    const tag = isTag ? (/^\w+/.exec(inside)?.[0] ?? '') : null;
    const piece = {
      start,
      end: at + 2,
      tag,
      inside: tag === null ? inside : inside.slice(tag.length).trim(),
    };
    if (tag === 'raw') {
      const raw = /\{%-?[ \t]*endraw[ \t]*-?%\}/g;
      raw.lastIndex = piece.end;
      const ends = raw.exec(text);
      piece.inside = text.slice(piece.end, ends?.index ?? text.length);
      piece.end = ends === null ? text.length : ends.index + ends[0].length;
    }
    trimAround(piece, text, from);
    pieces.push(piece);
    from = piece.end;
  }
}

/** `{%-` and `-%}` take the blanks around them, too. https://shopify.github.io/liquid/basics/whitespace/ */
function trimAround(piece: Piece, text: string, from: number): void {
  if (text.charAt(piece.end - 3) === '-') while (/\s/.test(text.charAt(piece.end))) piece.end += 1;
  if (text.charAt(piece.start + 2) !== '-') return;
  while (piece.start > from && /\s/.test(text.charAt(piece.start - 1))) piece.start -= 1;
}

/**
 * A string literal or the value of a name, with the filters that matter for URLs and code. An include is filled before
 * the page that shows it: what is of `site` and `page` waits for that.
 */
function valueOf(inside: string, values: LiquidValues): string {
  const [expression = '', ...filters] = inside.split('|').map((part) => part.trim());
  const owner = /^(?:site|page)(?=\.)/.exec(expression)?.[0];
  if (owner !== undefined && !(owner in values)) return `{{ ${inside} }}`;
  const quoted = /^(?:"([^"]*)"|'([^']*)')$/.exec(expression);
  const found = quoted === null ? resolve(expression, values) : (quoted[1] ?? quoted[2]);
  let value = typeof found === 'string' || typeof found === 'number' ? String(found) : '';
  for (const filter of filters) {
    const [, name = '', argument = ''] = /^(\w+)(?::[ \t]*(.+)|$)/s.exec(filter) ?? [];
    const given = resolve(argument, values);
    const text = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
    if (name === 'append') value += text;
    else if (name === 'prepend') value = text + value;
    else if (name === 'default' && value === '') value = text;
    else if (name === 'slugify')
      value = value
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, '');
    else if (name === 'downcase') value = value.toLowerCase();
    else if (name === 'upcase') value = value.toUpperCase();
    else if (name === 'strip') value = value.trim();
    else if (name === 'plus' || name === 'minus') value = sum(value, filter, name === 'plus' ? 1 : -1);
    // Markdown inside of HTML needs a blank line before it.
    else if (name === 'markdownify') value = `\n\n${value.trim()}\n\n`;
  }
  return value;
}

function sum(value: string, filter: string, sign: number): string {
  const other = Number(filter.split(':')[1]);
  const total = Number(value) + sign * other;
  return Number.isFinite(total) ? String(total) : value;
}
