import { openTag, ownLine } from '../../markdown/component-tag.ts';
import { mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';

const callouts: Record<string, string> = { '!': 'warning', '?': 'tip' };

/**
 * Turns docsify's own syntax into components: `!> text`, `?> text`, `:id=…` of headings, the attributes in the titles of links,
 * `{docsify-ignore}`; of tabs each starts with a heading in bold. https://docsify.js.org/#/helpers
 */
export function docsifyText(body: string): string {
  const hasTabs = body.includes('tabs:start');
  return mapProse(body, (prose) =>
    mapOutsideCodeSpans(
      hasTabs ? prose.replaceAll(/^([ \t]*)#{1,6}[ \t]+(\*\*[^*\n]+\*\*)[ \t]*$/gm, '\n$1$2\n') : prose,
      (text) =>
        text
          .replaceAll(/(?:<!--[ \t]*)?\{docsify-[\w-]+\}(?:[ \t]*-->)?/g, '')
          .replaceAll(/^(#{1,6}[ \t][^\n]*?)(?<![ \t])[ \t]+:id=([\w.:-]+)[ \t]*$/gm, '$1 {#$2}')
          .replaceAll(/[ \t](['"])(?=:)(?::[\w-]+(?:=[^\s'"]*)?[ \t]*)+\1\)/g, ')')
          .replaceAll(
            /^([!?])>[ \t]*([^\n]*(?:\n(?![ \t]*\n|[!?]>|#{1,6}[ \t])[^\n]+)*)/gm,
            (_, mark: string, inside: string) => {
              const start = openTag('Admonition', { type: callouts[mark] });
              return `${ownLine('', start)}${inside}\n${ownLine('', '</Admonition>')}`;
            },
          ),
    ),
  );
}
