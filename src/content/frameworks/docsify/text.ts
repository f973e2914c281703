import { openTag, ownLine } from '../../markdown/component-tag.ts';
import { mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';

const callouts: Record<string, string> = { '!': 'warning', '?': 'tip' };

/**
 * Turns docsify's own syntax into components: `!> text`, `?> text`, `<!-- tabs:start -->`, `:id=…` of headings, the
 * attributes in the titles of links, `{docsify-ignore}`. https://docsify.js.org/#/helpers
 */
export function docsifyText(body: string): string {
  return mapProse(body, (prose) => {
    const withTabs = prose.includes('tabs:start') ? readTabs(prose) : prose;
    return mapOutsideCodeSpans(withTabs, (text) =>
      text
        .replaceAll(/(?:<!--[ \t]*)?\{docsify-[\w-]+\}(?:[ \t]*-->)?/g, '')
        .replaceAll(/^(#{1,6}[ \t][^\n]*?)(?<![ \t])[ \t]+:id=([\w.:-]+)[ \t]*$/gm, '$1 {#$2}')
        .replaceAll(/[ \t]'(?=:)((?::[\w-]+(?:=[^\s']*)?[ \t]*)+)'\)/g, ')')
        .replaceAll(/[ \t]"(?=:)((?::[\w-]+(?:=[^\s"]*)?[ \t]*)+)"\)/g, ')')
        .replaceAll(
          /^([!?])>[ \t]*([^\n]*(?:\n(?![ \t]*\n|[!?]>|#{1,6}[ \t])[^\n]+)*)/gm,
          (_, mark: string, inside: string) => {
            const start = openTag('Admonition', { type: callouts[mark] });
            return `${ownLine('', start)}${inside}\n${ownLine('', '</Admonition>')}`;
          },
        ),
    );
  });
}

/** Between the comments, each heading or bold line starts a tab. https://jhildenbiddle.github.io/docsify-tabs */
function readTabs(prose: string): string {
  return prose.replaceAll(/^([ \t]*)#{1,6}[ \t]+\*\*([^*\n]+)\*\*[ \t]*$/gm, '\n$1**$2**\n');
}
