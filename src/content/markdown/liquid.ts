import { asObject } from '../config/values.ts';
import { templatesAsCode } from './raw-text.ts';
import { fenced } from './section-text.ts';

/** Values for a page's Liquid: `site`, `page`, `include`. */
type LiquidValues = Record<string, unknown>;

/** A tag `{% … %}` or a value `{{ … }}`. */
type Piece = { start: number; end: number; tag: string | null; inside: string };

/** Characters of values in one text: a few captures that double one another would exhaust memory. */
const maxFilled = 1_000_000;

/** Blocks whose content is hidden or depends on unknown data. */
const unseen = new Set(['comment', 'for', 'tablerow', 'schema', 'style', 'javascript']);

/**
 * Renders the Liquid in a text as far as that is possible without a build: values of the configuration and the front
 * matter, highlighted code, raw text, captures and assignments. Conditions show every branch but `else`, a `case` of a
 * known value its own branch; loops over data are left out. Takes linear time.
 * https://jekyllrb.com/docs/liquid/
 */
export function fillLiquid(text: string, values: LiquidValues): string {
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
  const known = { ...values };
  const captures: { name: string; at: number }[] = [];
  let room = maxFilled;
  const fill = (value: string): void => {
    room -= value.length;
    if (room >= 0) filled.push(value);
  };
  for (const { start, end, tag, inside } of findPieces(text)) {
    if (hidden === null && !isElse && highlight === null) filled.push(text.slice(from, start));
    const previous = from;
    from = end;
    if (hidden !== null) {
      if (tag === hidden.name) hidden.depth += 1;
      else if (tag === `end${hidden.name}`) hidden.depth -= 1;
      const isBranch = hidden.depth === 1 && isBranchOf(hidden.value, tag, inside);
      if (isBranch) around.push('case');
      if (isBranch || hidden.depth === 0) hidden = null;
    } else if (highlight !== null) {
      filled.push(text.slice(previous, start));
      if (tag !== 'endhighlight') continue;
      const code = filled.splice(highlight.at).join('');
      filled.push(`${fenced(code.replace(/^\n|\n[ \t]*$/g, ''), highlight.language)}\n`);
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
      known[name] = valueOf(value, known);
    } else if (tag === 'raw') filled.push(inside);
    else if (tag === 'link' || tag === 'post_url') filled.push(isElse ? '' : `/${inside.replace(/^\//, '')}`);
    else if (tag === null && !isElse) fill(valueOf(inside, known));
  }
  const all = [...filled, hidden === null && !isElse ? text.slice(from) : ''].join('');
  return text.includes('endraw') ? templatesAsCode(all) : all;
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
    pieces.push(piece);
    from = piece.end;
  }
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
  let value = quoted?.[1] ?? quoted?.[2] ?? lookUp(expression, values);
  for (const filter of filters) {
    const [, name = '', , text = ''] = /^(\w+)(?::[ \t]*(["'])([^"']*)\2)?/.exec(filter) ?? [];
    if (name === 'append') value += text;
    else if (name === 'prepend') value = text + value;
    else if (name === 'default' && value === '') value = text;
    else if (name === 'downcase') value = value.toLowerCase();
    else if (name === 'upcase') value = value.toUpperCase();
    // Markdown inside of HTML needs a blank line before it.
    else if (name === 'markdownify') value = `\n\n${value.trim()}\n\n`;
  }
  return value;
}

function lookUp(path: string, values: LiquidValues): string {
  let value: unknown = values;
  for (const part of path.split('.')) value = asObject(value)[part];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
