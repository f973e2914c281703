import { Parser } from 'htmlparser2';
import type { CodeItem } from './code-item.ts';

type Tag = { name: string; attributes: Record<string, string> };

/** Elements that run code or change what is around them; in some, browsers read text where others read tags. */
const scripts = new Set('script style base meta link noscript noembed noframes xmp plaintext'.split(' '));
const embeds = new Set('iframe frame frameset object embed applet portal form fencedframe'.split(' '));
const media = new Set('img image video audio source track picture svg use input feimage'.split(' '));
/** Attributes whose address is loaded with the page, also those of components. */
const loaded = new Set(
  'src srcset ping poster background img image icon logo avatar thumbnail cover banner'.split(' '),
);
const addresses = new Set([
  ...loaded,
  ...'href xlink:href action formaction data to from by values url'.split(' '),
]);

/** Code and remote content of each tag in a piece of HTML. */
export function htmlCode(source: ({ html: string } | Tag) & { line: number }): CodeItem[] {
  return ('html' in source ? readTags(source.html) : [source]).flatMap((tag) => tagCode(tag, source.line));
}

function readTags(html: string): Tag[] {
  const tags: Tag[] = [];
  const onopentag = (name: string, attributes: Record<string, string>) =>
    void tags.push({ name, attributes });
  const parser = new Parser({ onopentag }, { lowerCaseTags: false, recognizeSelfClosing: true });
  parser.end(html);
  return tags;
}

function tagCode({ name, attributes }: Tag, line: number): CodeItem[] {
  const tag = name.toLowerCase();
  const written = `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('')}>`;
  const items = Object.entries(attributes).flatMap(([key, value]) => attributeCode(name, key, value, line));
  if (/^[A-Z]|[.]/.test(name)) return [{ kind: 'component', key: name, line }, ...items];
  if (scripts.has(tag)) return [{ kind: 'script', key: written, line }, ...items];
  if (embeds.has(tag)) return [{ kind: 'embed', key: written, line }, ...items];
  return tag.includes('-') ? [{ kind: 'component', key: name, line }, ...items] : items;
}

/** Code and remote content of one attribute. */
export function attributeCode(element: string, name: string, value: string, line: number): CodeItem[] {
  const tag = element.toLowerCase();
  const attribute = name.toLowerCase();
  const written = `${name}="${value}"`;
  if (/^(?:on|@|v-|:|\(|x-|hx-|client:|set:)/.test(attribute) || attribute === 'srcdoc')
    return [{ kind: 'handler', key: written, line }];
  if (attribute === 'dangerouslysetinnerhtml') return [{ kind: 'script', key: written, line }];
  // With a backslash, CSS spells any name.
  if (attribute === 'style' && /\\|@import|(?:url|image|image-set|src|expression)\(/i.test(value))
    return [{ kind: 'remote media', key: value, line }];
  if (!addresses.has(attribute)) return [];
  // What an embed or a script loads is judged with it.
  const isWhole = scripts.has(tag) || embeds.has(tag);
  const isLoaded = media.has(tag) || (loaded.has(attribute) && !isWhole);
  const all = attribute === 'srcset' ? value.split(/[\s,]+/) : [value];
  return all.flatMap((address) => addressCode(address, isLoaded, line));
}

function addressCode(address: string, isLoaded: boolean, line: number): CodeItem[] {
  // Browsers skip control characters and blanks in a scheme.
  const plain = address.replaceAll(/[\p{Cc}\s]/gu, '').toLowerCase();
  const isPicture = /^data:image\/(?:png|gif|jpe?g|webp|avif)[;,]/.test(plain);
  if (/^(?:javascript|vbscript|data|blob):/.test(plain) && !isPicture)
    return [{ kind: 'script', key: plain.slice(0, 200), line }];
  const host = hostOf(address);
  return host === null ? [] : [{ kind: isLoaded ? 'remote media' : 'link to another site', key: host, line }];
}

/**
 * The host of another site. Without slashes, `https:host` is one where the page has the other scheme; an address with a
 * template in it is none to `URL`.
 */
function hostOf(address: string): string | null {
  const own = 'docs.invalid';
  const hosts = ['http', 'https'].map((scheme) => URL.parse(address, `${scheme}://${own}/`));
  const found = hosts.find((url) => url !== null && /^https?:$/.test(url.protocol) && url.host !== own);
  if (found) return found.host;
  const written = /(?:^|[\s,])(?:https?:)?[\\/]{2}([^\\/?#\s,]{1,255})/i.exec(address)?.[1];
  return written?.toLowerCase().replace(/^.*@/, '') ?? null;
}
