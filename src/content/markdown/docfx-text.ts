import { openTag, ownLine } from './component-tag.ts';
import { closes, type Fence, fenceOf, mapOutsideCodeSpans, mapProse } from './split-prose.ts';

const tabHeading = /^ {0,3}#{1,6}[ \t]+\[([^\]\n]+)\]\(#tab\/[^()\n]*\)[ \t]*$/;
const rule = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$/;

/**
 * Turns DocFX's own Markdown into what others know: tabs of headings (`# [Linux](#tab/linux)` up to a rule) into components,
 * `:::image …:::` into a picture, references by uid into links. Zones, rows and containers are not visible themselves.
 * https://dotnet.github.io/docfx/docs/markdown.html https://learn.microsoft.com/contribute/content/markdown-reference
 */
export function docfxText(body: string): string {
  const withTabs = body.includes('](#tab/') ? readTabs(body.split('\n')) : body;
  return mapProse(withTabs, (prose) => mapOutsideCodeSpans(readContainers(prose), readReferences));
}

function readTabs(lines: string[]): string {
  const read: string[] = [];
  let fence: Fence | null = null;
  let isOpen = false;
  for (const line of lines) {
    const mark = fenceOf(line);
    if (fence === null) fence = mark;
    else if (closes(mark, fence)) fence = null;
    const title = fence === null ? tabHeading.exec(line)?.[1] : undefined;
    const ends = isOpen && fence === null && mark === null && rule.test(line);
    if (title === undefined && !ends) {
      read.push(line);
      continue;
    }
    read.push(ownLine('', isOpen ? '</Tab>' : '<Tabs>'));
    read.push(ownLine('', title === undefined ? '</Tabs>' : openTag('Tab', { title })));
    isOpen = title !== undefined;
  }
  if (isOpen) read.push(ownLine('', '</Tab>'), ownLine('', '</Tabs>'));
  return read.join('\n');
}

function readContainers(prose: string): string {
  return prose
    .replaceAll(/:::[ \t]*image[ \t]+([^\n]*?):::/g, (_, attributes: string) => {
      const [, source = ''] = /\bsource="([^"]*)"/.exec(attributes) ?? [];
      const [, text = ''] = /\balt-text="([^"]*)"/.exec(attributes) ?? [];
      return `![${text.replaceAll(/[[\]]/g, '')}](<${source}>)`;
    })
    .replaceAll(/^([ \t>]*):::[ \t]*[a-z][^\n]*$/gim, '$1')
    .replaceAll(/^([ \t>]*)\[!(?:div|video|view)\b[^\]\n]*\][ \t]*$/gim, '$1');
}

/** `<xref:System.String.Format%2A?displayProperty=nameWithType>` → `[String.Format](xref:System.String.Format)`. */
function readReferences(text: string): string {
  return text.replaceAll(
    /<xref:([^\s<>?#]+)(?:\?[^\s<>#]*)?(#[^\s<>]*)?>/g,
    (_, uid: string, anchor = '') => {
      const bare = uid.replace(/(?:%2A|\*)$/i, '');
      const words = bare.includes('/') ? [bare] : bare.replace(/\(.*$/, '').split('.').slice(-2);
      return `[${words.join('.')}](xref:${bare}${anchor})`;
    },
  );
}
