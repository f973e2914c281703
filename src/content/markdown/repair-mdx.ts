import { mapOutsideCodeSpans, mapProse } from './split-prose.ts';

const voidTags =
  /<(area|br|col|embed|hr|img|input|link|meta|source|track|wbr)((?:\s[^<>]{0,2000})?)(?<!\/)>/gi;

/** HTML and signs that MDX refuses and earlier versions of it took: `<br>`, `a < b`, `<https://example.com>`. */
export function repairMdx(text: string): string {
  return mapProse(text, (prose) =>
    mapOutsideCodeSpans(prose, (part) =>
      part
        .replaceAll(voidTags, '<$1$2 />')
        .replaceAll(/<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/g, (_, url: string) => `[${url}](${url})`)
        .replaceAll(/<(?=[\s\d=<-])(?!!--)/g, '\\<'),
    ),
  );
}

const attribute = /(\s[\w:-]{1,80})=\{(?:[^{}]|\{[^{}]{0,200}\}){0,500}\}/g;

/** A page of MDX whose components are read as HTML, in which attributes with expressions would make a tag text. */
export function withoutExpressions(text: string): string {
  if (!text.includes('={')) return text;
  return mapProse(text, (prose) => mapOutsideCodeSpans(prose, (part) => part.replaceAll(attribute, '')));
}
