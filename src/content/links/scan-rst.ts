import { type FoundLink, newFacts, type PageFacts } from './found-link.ts';
import { rstLines } from './rst-lines.ts';

/** Sphinx roles that name a page, a label or a file. */
export const roleNames = 'doc|ref|numref|download';

const role = new RegExp(`:(${roleNames}):\`([^\`]{1,500})\``, 'g');
const inlineLink = /`[^`<]{0,500}<([^`<>\s]{1,2000})>`__?/g;
const target = /^[ \t]*\.\. _[^:`]{1,200}:[ \t]+(\S{1,2000})[ \t]*$/;
const adornment = /^([!-/:-@[-`{-~])\1{2,}[ \t]*$/;
const filed = new Set(['include', 'literalinclude']);

/** Headings and links of a page in reStructuredText, as `content/rst` reads them. */
export function scanRst(text: string): PageFacts {
  const facts = newFacts();
  const lines = rstLines(text);
  const depths: string[] = [];
  for (const [at, { text: line, nth, start, directive }] of lines.entries()) {
    const add = (found: Omit<FoundLink, 'line'>) => facts.links.push({ ...found, line: nth + 1 });
    const mark = adornment.exec(lines[at + 1]?.text ?? '')?.[1];
    const isNext = lines[at + 1]?.nth === nth + 1 && !adornment.test(line) && directive === null;
    if (mark !== undefined && isNext && line.search(/\S/) >= 0) {
      const kind = adornment.test(lines[at - 1]?.text ?? '') ? `${mark}${mark}` : mark;
      if (!depths.includes(kind)) depths.push(kind);
      facts.headings.push({ text: line.trim(), depth: depths.indexOf(kind) + 1, line: nth + 1 });
    }
    if (directive !== null) readDirective(directive, lines.slice(at + 1, at + 8), add);
    for (const { 0: whole, 1: name, 2: content, index } of line.matchAll(role))
      add(roleLink(name!, content!, start + index + whole.indexOf('`') + 1));
    for (const match of line.matchAll(inlineLink)) {
      const [whole, url] = match;
      const from = start + match.index + whole.lastIndexOf(`<${url}>`) + 1;
      if (!url!.endsWith('_'))
        add({ kind: 'link', url: url!, alt: null, start: from, end: from + url!.length });
    }
    const [, url] = target.exec(line) ?? [];
    if (url !== undefined && !url.endsWith('_')) {
      const from = start + line.lastIndexOf(url);
      add({ kind: 'link', url, alt: null, start: from, end: from + url.length });
    }
  }
  facts.title = facts.headings[0]?.text ?? null;
  return facts;
}

type Add = (link: Omit<FoundLink, 'line'>) => void;

function readDirective(
  { name, argument, at }: { name: string; argument: string; at: number },
  below: readonly { text: string }[],
  add: Add,
): void {
  const span = { url: argument, start: at, end: at + argument.length };
  if (argument === '') return;
  if (name === 'image' || name === 'figure') {
    const alt = below.map(({ text }) => /^\s+:alt:\s*(.*)/s.exec(text)?.[1]).find((one) => one !== undefined);
    add({ ...span, kind: 'image', alt: alt ?? null });
  } else if (filed.has(name)) add({ ...span, kind: 'link', alt: null, syntax: 'file' });
}

/**
 * The target of a role: `install`, or `the setup <install>`.
 * @param start offset of the role's content in the page
 */
export function roleLink(name: string, content: string, start: number): Omit<FoundLink, 'line'> {
  const named = /<([^<>]{1,500})>\s*$/.exec(content)?.[1] ?? content;
  const url = named.replace(/^~/, '').trim();
  const at = start + content.lastIndexOf(url);
  const span = { url, alt: null, start: at, end: at + url.length };
  if (name === 'doc') return { ...span, kind: 'link', syntax: 'doc' };
  return name === 'download' ? { ...span, kind: 'link', syntax: 'file' } : { ...span, kind: 'reference' };
}
