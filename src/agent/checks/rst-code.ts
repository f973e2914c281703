import { posix } from 'node:path';
import type { CodeItem } from './code-item.ts';
import { htmlCode } from './html-code.ts';
import { rstLines } from './rst-lines.ts';
import { scanRst } from './scan-rst.ts';

/**
 * Directives of docutils and Sphinx that only show their content. Others run code at build time, include files, or
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
  for (const { nth, directive } of rstLines(text)) {
    if (directive === null) continue;
    const line = nth + 1;
    const body = bodyOf(all, nth);
    const file = body.map((one) => /^\s*:(?:file|url):\s*(.+)$/.exec(one)?.[1]?.trim()).find(Boolean);
    const taken = /^(?:literal)?include$/.test(directive.name) ? directive.argument : file;
    if (taken !== undefined)
      items.push({ kind: 'import', key: `include from ${placeOf(path, taken)}`, line });
    if (directive.name === 'raw') items.push(...rawCode(body.join('\n'), line));
    else if (taken === undefined && !harmless.has(directive.name))
      items.push({ kind: 'component', key: directive.name, line });
  }
  for (const { kind, url, line } of scanRst(text).links) {
    if (kind === 'image') items.push(...htmlCode({ name: 'img', attributes: { src: url }, line }));
    else if (kind === 'link') items.push(...htmlCode({ name: 'a', attributes: { href: url }, line }));
  }
  return items;
}

/** Raw output is judged by its tags; without tags, as a whole, because it may not be HTML. */
function rawCode(html: string, line: number): CodeItem[] {
  const tags = htmlCode({ html, line });
  return tags.length > 0 ? tags : [{ kind: 'template', key: html.replace(/\s+/g, ' ').trim(), line }];
}

function bodyOf(lines: readonly string[], nth: number): string[] {
  const indent = lines[nth]!.search(/\S/);
  const end = lines.findIndex((line, at) => at > nth && line.trim() !== '' && line.search(/\S/) <= indent);
  return lines.slice(nth + 1, end < 0 ? undefined : end);
}

/** A path from the root of the repository; one that leaves the repository begins with `..`. */
const placeOf = (path: string, taken: string) =>
  taken.includes('://') ? taken : posix.join(taken.startsWith('/') ? '.' : posix.dirname(path), taken);
