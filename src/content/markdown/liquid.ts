import { openTag } from './component-tag.ts';
import { holds, type LiquidValues, resolve, unknown } from './liquid-values.ts';
import { templatesAsCode } from './raw-text.ts';
import { fenced } from './section-text.ts';

/** A tag `{% … %}` or a value `{{ … }}`. */
type Piece = { start: number; end: number; tag: string | null; inside: string };

/** Characters of values in one text: a few captures that double one another would exhaust memory. */
const maxFilled = 1_000_000;

/** How deep loops and conditions whose values are known may be in one another, and the rounds of all loops of one text. */
const deepest = 10;
const maxRounds = 500;

/** What is left for one text: characters to show, to read in blocks, and rounds of loops. */
type Budget = { room: number; work: number; rounds: number; depth: number };

/** Characters that are read in blocks, each round of a loop counted. */
const maxWork = 10_000_000;

/** Blocks whose content is hidden or depends on unknown data. */
const unseen = new Set(['comment', 'for', 'tablerow', 'schema', 'style', 'javascript']);

/**
 * Renders the Liquid in a text as far as that is possible without a build: values of the configuration and the front
 * matter, highlighted code, raw text, captures, assignments, loops over known lists, and conditions and a `case` of known
 * values. Other conditions show every branch but `else`; other loops are left out. Takes linear time for each nesting.
 * https://jekyllrb.com/docs/liquid/
 */
export function fillLiquid(text: string, values: LiquidValues): string {
  const all = fill(
    text,
    { ...values },
    { room: maxFilled, work: maxWork, rounds: maxRounds, depth: deepest },
  );
  return text.includes('endraw') ? templatesAsCode(all) : all;
}

/** Assignments change `known`. */
function fill(text: string, known: LiquidValues, budget: Budget): string {
  if (!text.includes('{{') && !text.includes('{%')) return text;
  const filled: string[] = [];
  let from = 0;
  /** The block that hides its content, the nesting depth of blocks with its name, and the value a `case` looks for. */
  let hidden: { name: string; depth: number; value?: string } | null = null;
  /** The conditions around a place, to tell whose `else` it is. */
  const around: string[] = [];
  let highlight: { language: string; at: number } | null = null;
  let isElse = false;
  /** The nesting of the condition whose `else` this is: those inside of it end before. */
  let elseDepth = 0;
  const captures: { name: string; at: number }[] = [];
  const show = (value: string): void => {
    budget.room -= value.length;
    if (budget.room >= 0) filled.push(value);
  };
  const pieces = findPieces(text);
  const blocks = findBlocks(pieces);
  for (const [at, { start, end, tag, inside }] of pieces.entries()) {
    if (start < from) continue;
    if (hidden === null && !isElse && highlight === null) filled.push(text.slice(from, start));
    const previous = from;
    from = end;
    if (hidden === null && !isElse && highlight === null && tag !== null) {
      const block = fillBlock(text, pieces[at]!, blocks.get(at), known, budget);
      if (block !== null) {
        show(block.text);
        from = block.end;
        continue;
      }
    }
    if (hidden !== null) {
      if (tag === hidden.name) hidden.depth += 1;
      else if (tag === `end${hidden.name}`) hidden.depth -= 1;
      const isBranch = hidden.depth === 1 && isBranchOf(hidden.value, tag, inside);
      if (isBranch) around.push('case');
      if (isBranch || hidden.depth === 0) hidden = null;
    } else if (highlight !== null) {
      filled.push(text.slice(previous, start));
      if (tag === null) filled.push(valueOf(inside, known));
      if (tag === 'raw') filled.push(inside);
      if (tag !== 'endhighlight') continue;
      const code = filled.splice(highlight.at).join('');
      // In an indented list, blank lines would end the item.
      const gap = /\n[ \t]+$/.test(filled.at(-1) ?? '') ? '' : '\n\n';
      filled.push(gap, fenced(code.replace(/^\n|\n[ \t]*$/g, ''), highlight.language), gap || '\n');
      highlight = null;
    } else if (around.at(-1) === 'case' && (tag === 'when' || tag === 'else')) {
      around.pop();
      hidden = { name: 'case', depth: 1 };
    } else if (tag === 'else' || tag === 'elsif') {
      if (!isElse) elseDepth = Math.max(1, around.length);
      isElse = true;
    } else if (tag === 'if' || tag === 'unless') around.push(tag);
    else if (tag === 'endcase') around.pop();
    else if (tag === 'endif' || tag === 'endunless') {
      if (around.length <= elseDepth) isElse = false;
      around.pop();
    } else if (tag === 'case') {
      const value = valueOf(inside, known);
      hidden = { name: tag, depth: 1, ...(value !== '' && !value.startsWith('{{') && { value }) };
    } else if (tag !== null && unseen.has(tag)) hidden = { name: tag, depth: 1 };
    else if (tag === 'highlight') highlight = { language: inside.split(/\s+/)[0] ?? '', at: filled.length };
    else if (tag === 'capture') captures.push({ name: inside.replaceAll(/["']/g, ''), at: filled.length });
    else if (tag === 'endcapture') {
      const { name, at } = captures.pop() ?? { name: '', at: filled.length };
      known[name] = filled.splice(at).join('');
    } else if (tag === 'assign' && !isElse) {
      const [, name = '', value = ''] = /^([\w-]+)[ \t]*=([^]*)$/.exec(inside) ?? [];
      known[name] = assigned(value, known);
    } else if (tag === 'raw') filled.push(inside);
    else if (tag === 'tab') filled.push(`\n\n${openTag('Tab', { title: tabTitle(inside) })}\n\n`);
    else if (tag === 'endtab') filled.push('\n\n</Tab>\n\n');
    else if (tag === 'link' || tag === 'post_url') filled.push(isElse ? '' : `/${inside.replace(/^\//, '')}`);
    else if (tag === null && !isElse) show(valueOf(inside, known));
  }
  return [...filled, hidden === null && !isElse ? text.slice(from) : ''].join('');
}

/** `{% tab 'Scala 3' for=x %}`, and `{% tab group Title %}` of jekyll-tabs. https://github.com/Ovski4/jekyll-tabs */
function tabTitle(inside: string): string {
  const quoted = /^["']([^"'<>]*)["']/.exec(inside)?.[1];
  return quoted ?? inside.replace(/^[^\s]+\s+(?=\S)/, '').replaceAll(/["'<>]/g, '');
}

/** A loop over a known list, a condition of known values or an include, and where it ends; null for any other tag. */
function fillBlock(
  text: string,
  { tag, inside, end: start }: Piece,
  block: Block | undefined,
  known: LiquidValues,
  budget: Budget,
): { text: string; end: number } | null {
  if (budget.depth <= 0 || block === undefined) return null;
  const { end, marks } = block;
  const read = (from: number, to: number, values = known): string => {
    budget.work -= to - from;
    if (budget.work < 0) return '';
    budget.depth -= 1;
    const shown = fill(text.slice(from, to), values, budget);
    budget.depth += 1;
    return shown;
  };
  const last = marks.at(-1)!;
  if (tag === 'with_include') {
    const shown = read(start, last.start, { ...known, include: argumentsOf(inside, known) });
    return { text: shown.replaceAll(/\n[ \t]*\n(?=[ \t]*<)/g, '\n'), end };
  }
  if (tag === 'for') {
    const items = itemsOf(inside, known);
    if (items === null) return null;
    const [, name = ''] = /^([\w-]+)\s+in\s/.exec(inside) ?? [];
    const body = marks[0]!;
    if (items.length === 0) return { text: marks.length > 1 ? read(body.end, last.start) : '', end };
    const rounds = items.slice(0, Math.max(0, budget.rounds));
    budget.rounds -= rounds.length;
    const outer = [known[name], known['forloop']];
    const shown = rounds.map((item, index) => {
      known[name] = item;
      known['forloop'] = {
        index: index + 1,
        index0: index,
        first: index === 0,
        last: index === items.length - 1,
      };
      return read(start, body.start);
    });
    [known[name], known['forloop']] = outer;
    return { text: shown.join(''), end };
  }
  let [from, condition, isUnless] = [start, inside, tag === 'unless'];
  for (const mark of marks) {
    const value = condition === '' ? true : holds(condition, known);
    if (value === null) return null;
    if (value !== isUnless) return { text: read(from, mark.start), end };
    [from, condition, isUnless] = [mark.end, mark.inside, false];
  }
  return { text: '', end };
}

/** Where a block ends, and what separates its branches, its end included. */
type Block = { end: number; marks: Piece[] };

/** The blocks that end, by the index of the tag that opens them. */
function findBlocks(pieces: Piece[]): Map<number, Block> {
  const blocks = new Map<number, Block>();
  const open: { tag: string; at: number; marks: Piece[] }[] = [];
  for (const [at, piece] of pieces.entries()) {
    const { tag } = piece;
    if (tag === null) continue;
    const last = open.at(-1);
    if (/^(?:if|unless|for|case|with_include)$/.test(tag)) open.push({ tag, at, marks: [] });
    else if (tag === 'else' || tag === 'elsif') last?.marks.push(piece);
    else if (last !== undefined && tag === `end${last.tag}`) {
      open.pop();
      if (tag !== 'endcase') blocks.set(last.at, { end: piece.end, marks: [...last.marks, piece] });
    }
  }
  return blocks;
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
function isBranchOf(value: string | undefined, tag: string | null, inside: string): boolean {
  if (value === undefined) return false;
  if (tag !== 'when') return tag === 'else';
  const written = inside.split(/,|\sor\s/).map((one) => one.trim().replaceAll(/^["']|["']$/g, ''));
  return written.includes(value);
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
