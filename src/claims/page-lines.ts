/** A line of a page, with what stands around it. */
export type PageLine = {
  kind: 'heading' | 'item' | 'row' | 'text' | 'code';
  text: string;
  /** What stands in backticks. */
  spans: string[];
  /** The names that the line defines: the term of a list item, the first cell of a row, a heading that is a name. */
  terms: string[];
  /** The names that it speaks of: its own terms, else those of the item or heading above. */
  subjects: string[];
  /** The list, table or run of headings that the terms belong to. */
  group: string;
  cells: string[];
  headers: string[];
  /** The language of a code block. */
  language: string;
  /** The page's file and the headings above, as words. */
  topic: string;
};

const maxLines = 50_000;
const maxLineLength = 2_000;
const maxSpans = 40;

type Place = { headings: string[]; named: string[]; list: number; table: string[] | null; terms: string[] };

/** The lines of a page's Markdown that may state facts, without those that speak of the past. */
export function* pageLines(markdown: string, file: string): Generator<PageLine> {
  if (isOfThePast(file)) return;
  const place: Place = { headings: [], named: [], list: 0, table: null, terms: [] };
  let fence: { mark: string; language: string } | null = null;
  for (const raw of markdown.split('\n', maxLines)) {
    const text = raw.trim().replace(/^(?:> ?){1,3}/, '');
    const opened = /^(`{3,20}|~{3,20}) ?([\w+-]{0,30})/.exec(text);
    if (fence !== null) {
      if (opened !== null && text.startsWith(fence.mark) && text.length === opened[1]!.length) fence = null;
      else if (isShown(place) && raw.length <= maxLineLength)
        yield codeLine(raw, fence.language, place, file);
      continue;
    }
    if (opened !== null) {
      fence = { mark: opened[1]!, language: opened[2]!.toLowerCase() };
      continue;
    }
    if (text === '') {
      place.table = null;
      continue;
    }
    if (text.length > maxLineLength) continue;
    const line = plainLine(raw, text, place, file);
    if (line !== null && isShown(place) && !speaksOfThePast(text)) yield line;
  }
}

function codeLine(raw: string, language: string, place: Place, file: string): PageLine {
  const none = { spans: [], terms: [], cells: [], headers: [] };
  return { kind: 'code', text: raw, ...none, ...around(place, file), language };
}

function around({ headings, terms, named, list }: Place, file: string) {
  const subjects = terms.length > 0 ? terms : named;
  return { subjects, group: `${file}#${list}`, topic: [file, ...headings].join(' ').toLowerCase() };
}

function plainLine(raw: string, text: string, place: Place, file: string): PageLine | null {
  const spans = spansOf(text);
  const base = { text, spans, cells: [], headers: [], language: '' };
  const heading = /^(#{1,6}) (.{1,300})$/.exec(text);
  if (heading !== null) {
    const depth = heading[1]!.length;
    const title = heading[2]!.replace(/ ?\{#[^}]{0,100}\}$/, '');
    const terms = namesOf(title, true);
    const isSibling = terms.length > 0 && place.named.length > 0;
    Object.assign(place, {
      headings: [...place.headings.slice(0, depth - 1), title],
      table: null,
      terms: [],
    });
    if (!isSibling) place.list += 1;
    place.named = terms;
    return { kind: 'heading', ...base, terms, ...around(place, file) };
  }
  if (text.startsWith('|')) {
    const cells = text
      .split(/(?<!\\)\|/)
      .slice(1)
      .map((cell) => cell.trim());
    if (place.table === null) {
      Object.assign(place, {
        table: cells.map((cell) => cell.toLowerCase()),
        list: place.list + 1,
        terms: [],
      });
      return null;
    }
    if (/^[-:| ]{1,2000}$/.test(text)) return null;
    const names =
      /option|flag|name|param|variable|key|setting|field|property|argument|env|config|prop|code|error/;
    const terms = namesOf(cells[0] ?? '', names.test(place.table[0] ?? ''));
    place.terms = [];
    return { kind: 'row', ...base, cells, headers: place.table, terms, ...around({ ...place, terms }, file) };
  }
  const item = /^(?:[-*+]|\d{1,3}[.)]) (?:\[[ x]\] )?(.{1,2000})$/.exec(text);
  if (item !== null) {
    const terms = namesOf(termOf(item[1]!), false);
    const isNested = /^\s/.test(raw);
    // What stands below an item speaks of it, as far as it names nothing itself.
    if (!isNested || terms.length > 0) place.terms = terms;
    return { kind: 'item', ...base, terms, ...around(place, file) };
  }
  if (!/^\s/.test(raw)) place.terms = [];
  return { kind: 'text', ...base, terms: [], ...around(place, file) };
}

/** The term that a list item begins with, up to what it says of it. */
function termOf(text: string): string {
  const end = /[:(.] | [-–—=] |: ?$|(?<=`)[:)]/.exec(text);
  return end === null ? text.slice(0, 200) : text.slice(0, end.index);
}

export function spansOf(text: string): string[] {
  return Array.from(text.matchAll(/(?<!`)`([^`\n]{1,200})`(?!`)/g), ([, span]) => span!.trim()).slice(
    0,
    maxSpans,
  );
}

/** What stands in backticks and is no name. */
const isValue =
  /^(?:true|false|null|undefined|none|nil|string|number|boolean|object|array|function|any|void|int|str|bool|float|(?![-"'$@])\W.{0,200}|\d.{0,200})$/i;
const plainName = /^(?:--)?[A-Za-z_$@][\w$.-]{0,80}(?:\([\w\s,=.[\]'"?:{}]{0,100}\))?$/;

/** The names of a term: all of it is code, or it is one name. */
function namesOf(term: string, isPlain: boolean): string[] {
  const bare = term.replaceAll(/\*{1,3}|\[(?=`)|(?<=`)\]\([^)\s]{0,300}\)/g, '').trim();
  const spans = spansOf(bare);
  if (spans.length > 0) {
    const rest = bare
      .replaceAll(/`[^`\n]{1,200}`/g, '')
      .replaceAll(/\([^)]{0,60}\)|[\s,/|]|\bor\b|\band\b/g, '');
    return rest.length <= 12 ? spans.filter((span) => !isValue.test(span)) : [];
  }
  const linked = /^\[([^\]\n]{1,100})\]\([^)\s]{0,300}\)$/.exec(bare)?.[1] ?? bare;
  // A capital alone begins a title.
  const isTitle = /^[A-Z][a-z\d]*$|^[A-Z\d]{1,4}$/.test(linked);
  return isPlain && plainName.test(linked) && !isTitle ? [linked] : [];
}

const past =
  /change[- _]?log|release[- _]?notes?|\bmigrat|\bupgrad|what'?s[- ]new|\bhistory\b|\bblog\b|\bnews\b|deprecat|breaking|\bremoved\b|\broadmap|contribut|\bteam\b|announc/i;

function isOfThePast(file: string): boolean {
  return past.test(file);
}

function isShown({ headings }: Place): boolean {
  return !headings.some((heading) => past.test(heading));
}

function speaksOfThePast(text: string): boolean {
  return /\bremoved\b|deprecat|\bno longer\b|\brenamed\b|\bformerly\b|\bpreviously\b|\bused to be\b|\breplaced by\b|\blegacy\b/i.test(
    text,
  );
}
