import { decodedPath } from '../../../lib/decoded-path.ts';
import { openTag, ownLine } from '../../markdown/component-tag.ts';
import { readContainers } from '../../markdown/containers.ts';
import { mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';

/** In a list it is indented, and a translation has its English anchor before it. */
const tabHeading = /^([ \t]*)#{1,6}[ \t]+(?:<a name="[^"\n]*"><\/a>)?\[([^\]\n]+)\]\(#tab\/[^()\n]*\)[ \t]*$/;

/**
 * Turns DocFX's own Markdown into what others know: tabs of headings (`# [Linux](#tab/linux)` up to a rule) into components,
 * `:::image …:::` into a picture, references by uid into links. Zones, rows and other containers are not visible
 * themselves.
 * https://dotnet.github.io/docfx/docs/markdown.html https://learn.microsoft.com/contribute/content/markdown-reference
 */
export function docfxText(body: string): string {
  const withTabs = !body.includes('](#tab/') ? body : readTabs(body);
  return mapProse(withTabs, (prose) =>
    mapOutsideCodeSpans(
      prose
        .replaceAll(/:::[ \t]*(image|no-loc)\b(?!-)([^\n]*?):::/g, (_, name: string, given: string) => {
          const of = (key: string): string => new RegExp(`\\b${key}="([^"]*)"`).exec(given)?.[1] ?? '';
          if (name !== 'image') return of('text') || given.replaceAll(/^\(|\)$/g, '');
          return `![${of('alt-text').replaceAll(/[[\]]/g, '')}](<${of('source')}>)`;
        })
        .replaceAll(/^([ \t>]*):::[ \t]*[a-z](?:[^\n]*?:::|[^\n]*$)/gim, '$1')
        .replaceAll(/^([ \t>]*)\[!(?:div|video|view)\b[^\]\n]*\][ \t]*$/gim, '$1'),
      (text) =>
        text.replaceAll(
          /<xref:([^\s<>?#]+)(\?[^\s<>#]*)?(#[^\s<>]*)?>/g,
          (_, uid: string, query = '', anchor = '') => `[${wordsOf(uid, query)}](<xref:${uid}${anchor}>)`,
        ),
    ),
  );
}

function readTabs(body: string): string {
  return readContainers(body, {
    open(line) {
      const [, indent, title] = tabHeading.exec(line) ?? [];
      if (indent === undefined) return null;
      return {
        rank: 0,
        name: 'Tabs',
        text: ownLine(indent, '<Tabs>') + tab(indent, title!),
        end: '</Tab>\n\n</Tabs>',
      };
    },
    openNext(line) {
      const [, indent, title] = tabHeading.exec(line) ?? [];
      return indent === undefined ? null : ownLine(indent, '</Tab>') + tab(indent, title!);
    },
    close: (line) => (/^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/.test(line) ? 0 : null),
  });
}

const tab = (indent: string, title: string) =>
  ownLine(indent, openTag('Tab', { title: title.replaceAll(/<[^<>]*>/g, '') }));

/** What DocFX shows of a uid: that of a page as it stands, of one of an API as many of its words as `displayProperty` says. */
function wordsOf(uid: string, query: string): string {
  const name = decodedPath(uid);
  if (!/^[A-Z]\w*\./.test(name)) return name.replaceAll(/[[\]]/g, '');
  const words = name
    .split('(', 1)[0]!
    .replaceAll(/`{1,2}\d+|\.#c?ctor$|\*$/g, '')
    .split('.');
  if (/\bdisplayProperty=fullName\b/i.test(query)) return words.join('.');
  return words.slice(/\bdisplayProperty=nameWithType\b/i.test(query) ? -2 : -1).join('.');
}
