import { Parser } from 'htmlparser2';
import type { CodeItem } from './code-item.ts';

type Tag = { name: string; attributes: Record<string, string> };

/** Elements that run code or embed another page. */
const scripts = new Set(['script', 'style', 'base', 'meta', 'link']);
const embeds = new Set([
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'portal',
  'form',
  'fencedframe',
]);
const media = new Set([
  'img',
  'image',
  'video',
  'audio',
  'source',
  'track',
  'picture',
  'svg',
  'use',
  'input',
]);
const addresses = [
  'src',
  'href',
  'xlink:href',
  'action',
  'formaction',
  'poster',
  'data',
  'srcset',
  'to',
  'url',
];

/** Code and remote content of each tag in a piece of HTML. */
export function htmlCode(source: ({ html: string } | Tag) & { line: number }): CodeItem[] {
  const items: CodeItem[] = [];
  const add = (kind: CodeItem['kind'], key: string) => items.push({ kind, key, line: source.line });
  for (const tag of 'html' in source ? readTags(source.html) : [source]) addTag(tag, add);
  return items;
}

function readTags(html: string): Tag[] {
  const tags: Tag[] = [];
  const onopentag = (name: string, attributes: Record<string, string>) =>
    void tags.push({ name, attributes });
  const parser = new Parser({ onopentag }, { lowerCaseTags: false, recognizeSelfClosing: true });
  parser.end(html);
  return tags;
}

function addTag({ name, attributes }: Tag, add: (kind: CodeItem['kind'], key: string) => void): void {
  const tag = name.toLowerCase();
  const written = `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('')}>`;
  if (/^[A-Z]|[.]/.test(name)) add('component', name);
  else if (scripts.has(tag)) add('script', written);
  else if (embeds.has(tag)) add('embed', written);
  else if (tag.includes('-')) add('component', name);
  for (const [key, value] of Object.entries(attributes)) {
    const attribute = key.toLowerCase();
    if (/^(?:on|@|v-|:|\(|x-|hx-|client:|set:)/.test(attribute) || attribute === 'srcdoc')
      add('handler', `${key}="${value}"`);
    if (attribute === 'dangerouslysetinnerhtml') add('script', `${key}="${value}"`);
    if (attribute === 'style' && /url\(|@import|expression\(/i.test(value)) add('remote media', value);
    if (addresses.includes(attribute)) addAddress(tag, value, add);
  }
}

function addAddress(tag: string, address: string, add: (kind: CodeItem['kind'], key: string) => void): void {
  // Browsers skip control characters and blanks in a scheme.
  const plain = address.replaceAll(/[\p{Cc}\s]/gu, '').toLowerCase();
  if (
    /^(?:javascript|vbscript|data|blob):/.test(plain) &&
    !/^data:image\/(?:png|gif|jpe?g|webp|avif)[;,]/.test(plain)
  ) {
    return add('script', plain.slice(0, 200));
  }
  const host = /(?:^|[\s,])(?:https?:)?[\\/]{2}([^\\/?#\s,]{1,255})/i.exec(address)?.[1]?.toLowerCase();
  if (host !== undefined)
    add(media.has(tag) ? 'remote media' : 'link to another site', host.replace(/^.*@/, ''));
}
