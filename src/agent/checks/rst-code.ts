import { posix } from 'node:path';
import type { CodeItem } from './code-item.ts';
import { mathCode } from './dialect-code.ts';
import { htmlCode } from './html-code.ts';
import { rstLines } from '../../content/links/rst-lines.ts';
import { scanRst } from '../../content/links/scan-rst.ts';

/**
 * Directives that only show their content. Others run code at build time, include files, or
 * belong to an extension that may. https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html
 */
const harmless = new Set(
  `admonition attention caution centered code code-block contents compound container danger default-role deprecated
  describe epigraph error figure footer glossary header highlight highlights hint hlist image important index list-table
  math note only option parsed-literal program pull-quote rst-class rubric seealso sectnum sidebar sourcecode table
  tabularcolumns tip toctree topic unicode date replace versionadded versionchanged versionremoved warning class
  envvar confval cssclass describe py:function py:class py:method py:attribute py:module py:data py:exception
  currentmodule module function method attribute data exception cmdoption productionlist todo tab tabs group-tab
  code-tab grid grid-item grid-item-card card dropdown button-ref tab-set tab-item`.split(/\s+/),
);

/** Code, includes and links of a reStructuredText page. */
export function listRstCode(path: string, text: string): CodeItem[] {
  const items: CodeItem[] = [];
  const all = text.split('\n');
  const lines = rstLines(text);
  for (const { nth, directive } of lines) {
    if (directive === null) continue;
    items.push(...directiveCode(path, { ...directive, body: bodyOf(all, nth), line: nth + 1 }));
  }
  const shown = lines.map((line) => line.text).join('\n');
  items.push(...mathCode(shown, 1));
  for (const [, url] of addresses.flatMap((address) => [...shown.matchAll(address)]))
    items.push(...htmlCode({ name: 'a', attributes: { href: url!.replace(/\s+/g, '') }, line: 1 }));
  for (const { kind, url, line } of scanRst(text).links) {
    if (kind === 'image') items.push(...htmlCode({ name: 'img', attributes: { src: url }, line }));
    else if (kind === 'link') items.push(...htmlCode({ name: 'a', attributes: { href: url }, line }));
  }
  return items;
}

/** Where docutils reads an address, which may run over lines. */
const addresses = [
  /`[^`<]{0,500}<([^`<>]{1,1000})>`__?/g,
  /(?:^[ \t]*\.\.[ \t]+_[^:`\n]{1,200}:|^[ \t]*__|:target:)[ \t]([^\n]{0,1000}(?:\n[ \t]+[^\s.][^\n]{0,1000}){0,3})/gm,
];

type Directive = { name: string; argument: string; body: readonly string[]; line: number };

/** Directives that run what stands in them: each is known by its code, not only by its name. */
const running =
  /(?:^|[:_-])(?:exec\w*|run\w*|cell|output|plot|ipython|eval|python|r|julia|bash|sh|ojs)(?:$|[:_-])/i;

/** Code and includes of one directive, of reStructuredText or MyST. */
function directiveCode(path: string, { name, argument, body, line }: Directive): CodeItem[] {
  const file = body.map((one) => /^\s*:(?:file|url):\s*(.+)/s.exec(one)?.[1]?.trim()).find(Boolean);
  const taken = /^(?:literal)?include$/.test(name) ? argument : file;
  const included: CodeItem[] =
    taken === undefined ? [] : [{ kind: 'import', key: `include from ${placeOf(path, taken)}`, line }];
  if (name === 'raw') return [...included, ...rawCode(body.join('\n'), line)];
  if (running.test(name)) {
    const key = [name, argument, ...body].join(' ').replace(/\s+/g, ' ').trim();
    return [...included, { kind: 'script', key, line }];
  }
  const isKnown = taken !== undefined || harmless.has(name);
  return isKnown ? included : [{ kind: 'component', key: name, line }];
}

/** Raw output is judged by its tags; without tags, as a whole, because it may not be HTML. */
function rawCode(html: string, line: number): CodeItem[] {
  const tags = htmlCode({ html, line });
  return tags.length > 0 ? tags : [{ kind: 'template', key: html.replace(/\s+/g, ' ').trim(), line }];
}

function bodyOf(lines: readonly string[], nth: number): string[] {
  const indent = lines[nth]!.indexOf('..');
  const end = lines.findIndex((line, at) => at > nth && line.trim() !== '' && line.search(/\S/) <= indent);
  return lines.slice(nth + 1, end < 0 ? undefined : end);
}

/** A path from the root of the repository; one that leaves the repository begins with `..`. */
const placeOf = (path: string, taken: string) =>
  taken.includes('://') ? taken : posix.join(taken.startsWith('/') ? '.' : posix.dirname(path), taken);

/** https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html */
const opening =
  /^[ \t>]{0,40}(`{3,}|~{3,}|:{3,})[ \t]{0,10}\{([\w.:+-]{1,60})[^}\n]{0,200}\}[ \t]*([^\n]{0,2000})$/;

/** The code and includes of fences that are directives: ```` ```{raw} html ````, `:::{include} a.md`. */
export function fenceCode(path: string, text: string): CodeItem[] {
  const lines = text.split('\n');
  const items: CodeItem[] = [];
  for (const [at, line] of lines.entries()) {
    const [, fence, name, argument] = opening.exec(line) ?? [];
    if (fence === undefined || name === undefined) continue;
    const body = fenceBody(lines, at, fence);
    if (name === 'eval-rst') {
      for (const item of listRstCode(path, body.join('\n')))
        items.push({ ...item, line: at + 1 + item.line });
      continue;
    }
    items.push(...directiveCode(path, { name, argument: argument!.trim(), body, line: at + 1 }));
    if (name === 'image' || name === 'figure')
      items.push(...htmlCode({ name: 'img', attributes: { src: argument!.trim() }, line: at + 1 }));
  }
  return items;
}

/** Without a limit: what is not read could hold anything. Hostile nesting ends at the process' limit of time. */
function fenceBody(lines: readonly string[], at: number, fence: string): string[] {
  const body: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const bare = line.replace(/^[ \t>]+/, '').trimEnd();
    if (bare.startsWith(fence) && bare.replaceAll(fence[0]!, '') === '') break;
    body.push(line);
  }
  return body;
}
