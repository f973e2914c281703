import { openTag, ownLine } from '../../markdown/component-tag.ts';
import { readReferences } from './references.ts';
import { closes, type Fence, fenceOf, mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';

/** In a list it is indented, and a translation has its English anchor before it. */
const tabHeading = /^([ \t]*)#{1,6}[ \t]+(?:<a name="[^"\n]*"><\/a>)?\[([^\]\n]+)\]\(#tab\/[^()\n]*\)[ \t]*$/;
/** The English text below a translated sentence, which is shown when the pointer rests on that. */
const original =
  /<span class="sxs-lookup"><span data-stu-id="[^"<>\n]*">(?:(?!<\/?span\b)[^\n])*<\/span><\/span>/g;

const rule = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/;

/**
 * Turns DocFX's own Markdown into what others know: tabs of headings (`# [Linux](#tab/linux)` up to a rule) into components,
 * `:::image …:::` into a picture, references by uid into links. Zones, rows and other containers are not visible
 * themselves.
 * https://dotnet.github.io/docfx/docs/markdown.html https://learn.microsoft.com/contribute/content/markdown-reference
 */
export function docfxText(body: string): string {
  const own = body.includes('sxs-lookup') ? body.replaceAll(original, '') : body;
  const withTabs = own.includes('](#tab/') ? readTabs(own.split('\n')) : own;
  return mapProse(withTabs, (prose) => mapOutsideCodeSpans(readContainers(prose), readReferences));
}

function readTabs(lines: string[]): string {
  const read: string[] = [];
  let fence: Fence | null = null;
  /** The indent of the open tabs. */
  let open: string | null = null;
  for (const line of lines) {
    const mark = fenceOf(line);
    if (fence === null) fence = mark;
    else if (closes(mark, fence)) fence = null;
    const [, indent = '', title] = (fence === null && tabHeading.exec(line)) || [];
    const ends = open !== null && fence === null && mark === null && rule.test(line);
    if (title === undefined && !ends) {
      read.push(line);
      continue;
    }
    read.push(open === null ? ownLine(indent, '<Tabs>') : ownLine(open, '</Tab>'));
    if (title === undefined) {
      read.push(ownLine(open!, '</Tabs>'));
      open = null;
    } else {
      open ??= indent;
      read.push(ownLine(open, openTag('Tab', { title: title.replaceAll(/<[^<>]*>/g, '') })));
    }
  }
  if (open !== null) read.push(ownLine(open, '</Tab>'), ownLine(open, '</Tabs>'));
  return read.join('\n');
}

function readContainers(prose: string): string {
  return prose
    .replaceAll(/:::[ \t]*(image|no-loc)\b(?!-)([^\n]*?):::/g, (_, name: string, attributes: string) =>
      name === 'image' ? pictureOf(attributes) : untranslated(attributes),
    )
    .replaceAll(/:::[ \t]*image-end[ \t]*:::/g, '')
    .replaceAll(/^([ \t>]*):::[ \t]*[a-z](?:[^\n]*?:::|[^\n]*$)/gim, '$1')
    .replaceAll(/^([ \t>]*)\[!(?:div|video|view)\b[^\]\n]*\][ \t]*$/gim, '$1');
}

function pictureOf(attributes: string): string {
  const [, source = ''] = /\bsource="([^"]*)"/.exec(attributes) ?? [];
  const [, text = ''] = /\balt-text="([^"]*)"/.exec(attributes) ?? [];
  return `![${text.replaceAll(/[[\]]/g, '')}](<${source}>)`;
}

/** `:::no-loc text="Blazor":::` and `:::no-loc(Blazor):::` keep a word from being translated. */
function untranslated(attributes: string): string {
  const [, quoted, inside = ''] = /\btext="([^"]*)"|^\(([^()]*)\)/.exec(attributes) ?? [];
  return quoted ?? inside;
}
