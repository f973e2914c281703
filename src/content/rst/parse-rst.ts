import type { Root, RootContent } from 'mdast';
import type { FrontMatter } from '../front-matter.ts';
import type { PageFile } from '../site/site-facts.ts';
import type { ParsedFormat } from '../parsed-format.ts';
import { parseBlocks } from './blocks.ts';
import { closeUp } from './close-up.ts';
import type { Context, SphinxFacts } from './context.ts';
import { createIds, makeId, normalName } from './ids.ts';
import { namesCharacters } from './substitutions.ts';

/** Tab stops are eight columns apart, as in docutils. */
const tabWidth = 8;

/**
 * Parses reStructuredText; Sphinx directives and roles are rendered as far as the text itself determines their output.
 * https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html
 */
export function parseRst(source: string, { facts = {} }: Pick<PageFile<SphinxFacts>, 'facts'>): ParsedFormat {
  const context = createContext(facts);
  const { prolog = '', epilog = '' } = context.facts;
  const lines = linesOf(`${prolog}\n\n${source}\n\n${epilog}`);
  collectNames(lines, context);
  const { data, body } = takeMetadata(lines);
  const children: RootContent[] = parseBlocks(body, context, []);
  const root: Root = { type: 'root', children, data: { ids: context.ids.all() } };
  return { tree: root, data };
}

export function createContext(facts: SphinxFacts): Context {
  return {
    facts,
    ids: createIds(),
    targets: new Map(),
    anonymous: [],
    substitutions: new Map(),
    hasCharacterNames: false,
    depth: 1,
    module: '',
    scope: [],
    program: '',
    pending: [],
    nesting: 0,
  };
}

export function linesOf(source: string): string[] {
  return source
    .replaceAll('\r', '')
    .replaceAll('\u0000', '')
    .split('\n')
    .map((line) => closeUp((line.includes('\t') ? expandTabs(line) : line).trimEnd()));
}

function expandTabs(line: string): string {
  let expanded = '';
  for (const part of line.split(/(\t)/)) {
    expanded += part === '\t' ? ' '.repeat(tabWidth - (expanded.length % tabWidth)) : part;
  }
  return expanded;
}

/** Collects names first, because URLs, substitutions and titles may be used before they are defined. */
export function collectNames(lines: string[], context: Context): void {
  const { targets, anonymous, substitutions } = context;
  context.hasCharacterNames = lines.some(namesCharacters);
  const indirect: { name: string; other: string }[] = [];
  for (const [at, written] of lines.entries()) {
    const line = written.trimStart();
    if (line.startsWith('.. _') || line.startsWith('__ ')) {
      const led = collectTarget(line, targets, anonymous, lines[at + 1] ?? '');
      if (led !== null) indirect.push(led);
    }
    if (line.startsWith('.. |')) {
      const [, name = '', kind = '', value = ''] =
        /^\.\. \|([^|]{1,100})\| ([\w-]+)::[ \t]*(.*)/s.exec(line) ?? [];
      const more = continuation(lines, at + 1);
      if (kind === 'unicode') substitutions.set(normalName(name), readCodes(value));
      else if (kind === 'replace') substitutions.set(normalName(name), `${value} ${more}`.trim());
      else if (kind === 'image')
        substitutions.set(normalName(name), /:alt:[ \t]*([^\n:]*)/.exec(more)?.[1]?.trim() ?? '');
      else if (name !== '') substitutions.set(normalName(name), '');
    } else if (isTitle(lines, at)) {
      const name = normalName(line.replaceAll(/[`*]/g, ''));
      if (!targets.has(name)) targets.set(name, `#${makeId(name)}`);
    }
  }
  for (const { name, other } of indirect) targets.set(name, targets.get(other) ?? '');
  for (const [at, target] of anonymous.entries()) {
    const other = aliasOf(target);
    anonymous[at] = other === null ? target.replaceAll(' ', '') : (targets.get(other) ?? '');
  }
}

/** Characters by their codes, and text: `U+00A9`, `0x2014`, `8212`, up to a comment. */
function readCodes(value: string): string {
  const [codes = ''] = value.split(/ \.\. |$/, 1);
  return codes
    .split(/\s+/)
    .map((code) => {
      const hex = /^(?:0x|\\?x|U\+?|\\u|&#x)([\da-f]{1,6});?$/i.exec(code)?.[1];
      const point = hex === undefined ? (/^\d{1,7}$/.test(code) ? Number(code) : NaN) : parseInt(hex, 16);
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : code;
    })
    .join('');
}

/** The name in `` `name`_ `` or `name_`, when a target is only another's name. */
function aliasOf(target: string): string | null {
  const [, quoted, bare] = /^(?:`([^`]+)`|([^\s/]+))_$/.exec(target) ?? [];
  const name = quoted ?? bare;
  return name === undefined ? null : normalName(name);
}

/** Adds one target; returns its name and the other's when it is an alias of a target that may come later. */
function collectTarget(
  line: string,
  targets: Map<string, string>,
  anonymous: string[],
  next: string,
): { name: string; other: string } | null {
  const [, short, long] = /^__ (\S.*)$|^\.\. __: (\S.*)$/.exec(line) ?? [];
  const hidden = short ?? long;
  if (hidden !== undefined) anonymous.push(hidden);
  const [, quoted, bare, url] =
    /^\.\. _(?:`([^`]+)`|([^:]+(?::\S[^:]*)*)):(?:[ \t]+(\S.*))?$/.exec(line) ?? [];
  const name = normalName(quoted ?? bare ?? '');
  if (name === '' || name.startsWith('_')) return null;
  const [, wrapped] = /^\s+(\S+)$/.exec(next) ?? [];
  const address = url ?? (wrapped !== undefined && wrapped.includes('://') ? wrapped : undefined);
  const other = aliasOf(address ?? '');
  if (other !== null) return { name, other };
  targets.set(name, address === undefined ? `#${makeId(name)}` : address.replaceAll(' ', ''));
  return null;
}

function continuation(lines: string[], from: number): string {
  const more: string[] = [];
  for (let at = from; /^\s+\S/.test(lines[at] ?? ''); at += 1) more.push((lines[at] ?? '').trim());
  return more.join('\n');
}

function isTitle(lines: string[], at: number): boolean {
  const [line = '', next = ''] = [lines[at], lines[at + 1]];
  if (line === '' || /^[\s.:]/.test(line) || !/^([!-/:-@[-`{-~])\1{2,}$/.test(next)) return false;
  return next.length >= Math.min(4, line.length) && !/^([!-/:-@[-`{-~])\1*$/.test(line);
}

/** A field list at the start of a page is metadata and is not shown. */
function takeMetadata(lines: string[]): { data: FrontMatter; body: string[] } {
  const data: FrontMatter = {};
  let at = lines.findIndex((line) => line !== '');
  if (at < 0) return { data, body: [] };
  const start = at;
  for (
    ;
    /^:[\w .-]+:(?:\s|$)|^\s+\S/.test(lines[at] ?? '') && (at > start || !/^\s/.test(lines[at] ?? ''));
    at += 1
  ) {
    const [, key = '', value = ''] = /^:([\w .-]+):\s*(.*)/s.exec(lines[at] ?? '') ?? [];
    if (key === 'nosearch') data['search'] = 'false';
    else if (key !== '') data[`docinfo-${key.toLowerCase()}`] = value;
  }
  return { data, body: lines.slice(at) };
}
