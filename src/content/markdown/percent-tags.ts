import { openTag } from './component-tag.ts';
import { mapOutsideCodeSpans, mapProse } from './split-prose.ts';

/** Control tags of templates, which are not visible themselves, and Markdoc's around the lists that are its tables. */
const unseen = new Set(
  'if else elsif elseif endif for endfor raw endraw comment endcomment capture endcapture assign set include partial slot table'.split(
    ' ',
  ),
);

/** Components for the tags of GitBook and Markdoc sites. */
const components: Record<string, string> = {
  hint: 'Callout',
  aside: 'Aside',
  admonition: 'Admonition',
  callout: 'Callout',
  code: 'Frame',
  'content-ref': 'Card',
  tabitem: 'Tab',
};

/** Tags without content, with or without a slash at their end. */
const empty = new Set([
  'embed',
  'file',
  'img',
  'image',
  'icon',
  'link-card',
  'linkcard',
  'swagger',
  'openapi',
]);

/**
 * Turns `{% hint style="info" %}…{% endhint %}` (GitBook) and `{% tab label="x" %}…{% /tab %}` (Markdoc) into
 * components. https://gitbook.com/docs/creating-content/formatting https://markdoc.dev/docs/tags
 */
export function percentTags(body: string): string {
  if (!body.includes('{%')) return body;
  return mapProse(body, (prose) => mapOutsideCodeSpans(withOperations(prose), readTags));
}

/**
 * GitBook's operations, which hold nothing but a link to their description that ends in an hour.
 * https://gitbook.com/docs/api-references/openapi/insert-api-reference-in-your-docs
 */
function withOperations(prose: string): string {
  if (!/\{%\s*openapi/.test(prose)) return prose;
  return prose.replaceAll(
    /\{%\s*openapi(?:-operation)?\s([^%{}]{0,2000}(?:\{[^{}%]{0,200}\}[^%{}]{0,2000}){0,20})%\}(?:(?!\{%)[^]){0,4000}\{%\s*endopenapi(?:-operation)?\s*%\}/g,
    (_, written: string) => {
      const valueOf = (name: string): string =>
        new RegExp(`\\b${name}=["']([^"'\n]*)`).exec(written)?.[1] ?? '';
      return `\`${valueOf('method').toUpperCase()} ${valueOf('path')}\``;
    },
  );
}

function readTags(text: string): string {
  return text
    .replaceAll(
      /^([ \t]*)\{%((?:[^%\n{]|%(?!\})|\{(?!%))*)%\}[ \t]*$/gm,
      (_, indent: string, inside: string) => {
        const tag = componentTag(inside);
        return tag === '' ? '' : `\n${indent}${tag}\n`;
      },
    )
    .replaceAll(/\{%((?:[^%\n{]|%(?!\})|\{(?!%))*)%\}/g, (_, inside: string) => componentTag(inside));
}

function componentTag(inside: string): string {
  const written = inside.trim();
  const id = /^#([\w.:-]+)/.exec(written)?.[1];
  if (id !== undefined) return `{#${id}}`;
  // `{% colspan=2 %}` says something of what is before it.
  const match = /^(\/|end)?([a-z][\w-]*)(?!\s*=|[\w-])/i.exec(written);
  const [, ends, word = ''] = match ?? [];
  if (word === '' || unseen.has(word) || unseen.has(`${ends ?? ''}${word}`)) return '';
  const name = components[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1);
  if (ends !== undefined) return `</${name}>`;
  const attributes: Record<string, string> = {};
  for (const [, key = '', double, single] of written.matchAll(
    /(?<![\w-])([\w-]+)=(?:"([^"]*)"|'([^']*)')/g,
  )) {
    attributes[key] = double ?? single ?? '';
  }
  const { url, src, name: title, ...others } = attributes;
  const tag = openTag(name, { ...others, href: url ?? src, title: others['title'] ?? title });
  return written.endsWith('/') || empty.has(word) ? tag.replace(/>$/, ' />') : tag;
}
