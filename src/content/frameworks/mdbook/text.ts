import { readHeadingAttributes } from '../../markdown/attribute-lists.ts';
import { openTag, ownLine } from '../../markdown/component-tag.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { mapOutsideCodeSpans, splitProse } from '../../markdown/split-prose.ts';

/**
 * Removes what mdBook does not show: `{{#title …}}`, escapes of its own tags, hidden lines of Rust code, and the fences
 * of the admonish preprocessor. In a book with custom preprocessors, `{{ name }}` and
 * `{{#name …}}` belong to them.
 * https://rust-lang.github.io/mdBook/format/mdbook.html
 */
export function mdbookText(body: string, { facts }: PageFile<{ hasOwnTags: boolean }>): string {
  const hasOwnTags = facts?.hasOwnTags === true;
  const ownTag = hasOwnTags ? /(?<!\\)\{\{(?:[ \t]*[\w.-]+[ \t]*|#[\w-]+[^{}\n]{0,500})\}\}/g : /(?!)/g;
  // https://docs.rs/mdbook-footnote
  const footnote = hasOwnTags ? /[ \t]{0,8}(?<!\\)\{\{footnote:([^{}\n]{1,1000})\}\}/g : /(?!)/g;
  // Rules of the Rust specification: https://github.com/rust-lang/spec/tree/main/mdbook-spec
  const ruleId = hasOwnTags ? /^r\[([\w.-]+)\][ \t]*$/gm : /(?!)/g;
  // Pandoc's bracketed spans: https://pandoc.org/MANUAL.html#extension-bracketed_spans
  const spanId = hasOwnTags ? /`[^`\n]*`|\[([^[\]\n]{0,200})\]\{#([\w.-]+)\}/g : /(?!)/g;
  const placeIds = (prose: string): string =>
    prose.replaceAll(spanId, (all, text, id) => (id === undefined ? all : `<a id="${id}"></a>${text}`));
  const readProse = (prose: string): string =>
    mapOutsideCodeSpans(placeIds(readHeadingAttributes(prose)), (text) =>
      text
        .replaceAll(/(?<!\\)\{\{#title[^{}\n]*\}\}[ \t]*/g, '')
        .replaceAll(footnote, (_, note: string) => ` (${note.trim()})`)
        .replaceAll(ownTag, readOwnTag)
        .replaceAll(ruleId, '<a id="r-$1"></a>\n'),
    );
  return splitProse(body)
    .map(({ text, isCode }) => (isCode ? readFence(text) : readProse(text)))
    .join('')
    .replaceAll('\\{{#', '{{#');
}

/** mdbook-tabs: `{{#tab name="Linux"}}`. What other preprocessors make is not known. */
function readOwnTag(tag: string): string {
  const name = /^\{\{#tab[ \t]+name[ \t]*=[ \t]*"([^"<>]*)"/.exec(tag)?.[1];
  if (name !== undefined) return ownLine('', openTag('Tab', { title: name }));
  return tag.startsWith('{{#endtab}') ? ownLine('', '</Tab>') : '';
}

function readFence(fence: string): string {
  const [, indent = '', , info = ''] = /^([ \t]*)(`{3,}|~{3,})([^\n]*)/.exec(fence) ?? [];
  if (/^(?:rust|rs)\b/i.test(info.trim())) return withoutHiddenLines(fence);
  const admonition = /^\s*(?:ad|admonish)\b[ \t]*([a-z-]*)/i.exec(info);
  if (admonition === null) return fence;
  const title = /\btitle[ \t]*=[ \t]*"([^"]*)"/.exec(info)?.[1] ?? /^[^"=]*"([^"]*)"/.exec(info)?.[1];
  const lines = fence.trimEnd().split('\n').slice(1, -1).join('\n');
  const start = openTag('Admonition', { type: admonition[1] || 'note', title });
  return `${ownLine(indent, start)}${lines}\n${ownLine(indent, '</Admonition>')}`;
}

/** `# use x;` is a hidden line for the compiler; `##` is an escaped `#`. */
function withoutHiddenLines(fence: string): string {
  return fence
    .split('\n')
    .filter((line) => !/^[ \t]*#(?: |$)/.test(line))
    .map((line) => line.replace(/^([ \t]*)##/, '$1#'))
    .join('\n');
}
