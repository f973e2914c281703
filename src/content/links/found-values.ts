import { Tokenizer } from 'htmlparser2';
import { type Document, isPair, isScalar, visit } from 'yaml';
import type { FoundLink } from './found-link.ts';

/** A link without its line, which is counted once for all. */
export type Placed = Omit<FoundLink, 'line'>;

/** A text in a page's markup, script or data, and what it stands under: an attribute, a key, a function. */
type Value = { name: string; value: string; start: number };

/** What stands under these names is shown, or names the page itself. */
const noLinks =
  /^(?:alt|title|label|name|id|slug|permalink|aliases|redirect_from|class(?:Name)?|style|value|key|type|lang|description|caption|placeholder|content|tags?|keywords|sidebar_label|aria-[\w-]+)$/i;
const leading = /^(?:@site|\.{1,2})?\/./;
const fileName = /^[^\s/]{1,200}\.(?!html?\b)[a-z]\w{1,7}(?:[?#]|$)/i;
const leadsReaders = /^(?:href|to|link)$/i;
const loads = /^(?:src|srcset|poster)$/i;
const picture = /\.(?:png|jpe?g|gif|svg|webp|avif)$/i;
/** Elements whose address is of another kind than a page or a picture. */
const ofTools = /^(?:script|iframe|embed|object|frame|link|base|use|image)$/i;

/** The link that a value may be: whether it is one is known to the site, where the file or page is. */
function linkIn({ name, value, start }: Value, more: Partial<Placed> = {}): Placed[] {
  const isPath = leading.test(value) || fileName.test(value) || /^[^\s/]\S*\/\S/.test(value);
  if (noLinks.test(name) || !isPath || /[{}<>|*\n]/.test(value)) return [];
  const isLink = leading.test(value) && leadsReaders.test(name);
  return [
    {
      kind: 'link',
      url: value,
      alt: null,
      start,
      end: start + value.length,
      ...(!isLink && { maybe: true }),
      ...more,
    },
  ];
}

/** A string in quotes of one line, with the word before it. */
const quoted = /(?:([\w$-]{1,40})[\s:=({]{0,9})?(["'`])((?:\\.|(?!\2)[^\\\n]){0,1000})\2/g;

/** Links in the strings of a script: imports, `require('./a.png')`, lists of cards. */
export function scriptLinks(code: string, offset: number): Placed[] {
  return valuesIn(code, offset)
    .filter(({ value }) => leading.test(value))
    .flatMap((value) => {
      if (/^(?:from|import)$/.test(value.name)) return linkIn(value, { kind: 'import', maybe: true });
      const isPicture = /^(?:require|src)$/.test(value.name) && picture.test(value.value);
      return linkIn(value, isPicture ? { kind: 'image', maybe: false } : {});
    });
}

function valuesIn(code: string, offset: number): Value[] {
  return Array.from(code.matchAll(quoted), ({ 0: whole, 1: name = '', 3: value = '', index }) => {
    return { name, value, start: offset + index + whole.length - 1 - value.length };
  });
}

const templateTag = /\{%[^%]{1,1000}%\}|\{\{[<%][^{}]{1,1000}[%>]\}\}/g;
/** https://gitbook.com/docs/creating-content/blocks */
const gitbookBlock = /^\{%\s{0,9}(?:content-ref|file)\s/;

/** Links in the tags of a template language. */
export function templateLinks(text: string): Placed[] {
  return Array.from(text.matchAll(templateTag)).flatMap(({ 0: tag, index }) => {
    const isLink = gitbookBlock.test(tag) && { maybe: false };
    return valuesIn(tag, index).flatMap((value) => linkIn(value, { ...isLink }));
  });
}

/** Links in front matter. @param offset of the document's text in the page */
export function yamlLinks(document: Document, source: string, offset: number): Placed[] {
  const links: Placed[] = [];
  visit(document, {
    Scalar(role, { value, range, type }, path) {
      if (role === 'key' || typeof value !== 'string' || !range) return;
      const start = range[0] + (type === 'PLAIN' ? 0 : 1);
      const pair = path.findLast((one) => isPair(one));
      const name = isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : '';
      if (source.startsWith(value, start)) links.push(...linkIn({ name, value, start: offset + start }));
    },
  });
  return links;
}

/** Links in the attributes of an element, which are read with their places by `attributes`. */
function elementLinks(element: string, attributes: readonly Value[]): Placed[] {
  const isPlain = /^[a-z][a-z\d]*$/.test(element) && !ofTools.test(element);
  const alt = attributes.find(({ name }) => name.toLowerCase() === 'alt')?.value ?? '';
  return attributes.flatMap((attribute) => {
    const { name, value, start } = attribute;
    if (/^(?::|v-|@)/.test(name)) return scriptLinks(value, start);
    const found = /srcset$/i.test(name) ? pictureSet(attribute) : [attribute];
    // Their values are addresses, whatever they look like.
    const isSure = name.toLowerCase() === 'href' ? !ofTools.test(element) : isPlain && loads.test(name);
    if (!isSure) return found.flatMap((one) => linkIn(one));
    const isPicture = !/^src$/i.test(name) || element.toLowerCase() === 'img';
    const kind = isPicture && name.toLowerCase() !== 'href' ? 'image' : 'link';
    const shown = kind === 'image' && /^src$/i.test(name) ? alt : null;
    return found
      .filter((one) => one.value !== '')
      .map(({ value: url, start: at }) => ({ kind, url, alt: shown, start: at, end: at + url.length }));
  });
}

/** `a.png 1x, b.png 2x` https://html.spec.whatwg.org/multipage/images.html#srcset-attributes */
function pictureSet({ name, value, start }: Value): Value[] {
  return Array.from(
    value.matchAll(/(?:^|,)\s{0,100}([^\s,]{1,1000})/g),
    ({ 0: whole, 1: url = '', index }) => {
      return { name, value: url, start: start + index + whole.length - url.length };
    },
  );
}

/** Links in a piece of HTML, read as browsers do, and in its scripts. */
export function htmlLinks(html: string, offset: number): Placed[] {
  const links: Placed[] = [];
  let element = '';
  let attributes: Value[] = [];
  let name = '';
  let data: [start: number, end: number] | null = null;
  const endTag = () => void links.push(...elementLinks(element, attributes));
  const nothing = () => {};
  const callbacks = {
    onopentagname(start: number, end: number) {
      element = html.slice(start, end);
      attributes = [];
    },
    onattribname(start: number, end: number) {
      name = html.slice(start, end);
      data = null;
    },
    onattribdata(start: number, end: number) {
      data = [data?.[0] ?? start, end];
    },
    onattribend() {
      if (data === null) return;
      const value = html.slice(...data);
      // JSX on a page that its site compiles: `src={require('./a.png').default}`.
      if (value.startsWith('{'))
        links.push(...scriptLinks(`${name}=${value}`, offset + data[0] - name.length - 1));
      else attributes.push({ name, value, start: offset + data[0] });
    },
    onopentagend: endTag,
    onselfclosingtag: endTag,
    ontext(start: number, end: number) {
      if (element.toLowerCase() === 'script')
        links.push(...scriptLinks(html.slice(start, end), offset + start));
    },
    onclosetag: () => void (element = ''),
    onattribentity: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onprocessinginstruction: nothing,
    ontextentity: nothing,
  };
  const reader = new Tokenizer({ decodeEntities: false }, callbacks);
  reader.write(html);
  reader.end();
  return links;
}

type JsxAttribute = {
  name?: string;
  value?: unknown;
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined;
};

/** Links in the opening tag of an element of MDX. */
export function jsxLinks(element: string, attributes: readonly JsxAttribute[], text: string): Placed[] {
  const plain: Value[] = [];
  const links = attributes.flatMap(({ name = '', value, position }) => {
    const start = position?.start.offset ?? 0;
    const source = text.slice(start, position?.end.offset);
    if (typeof value !== 'string') return scriptLinks(source, start);
    const at = source.indexOf(value, name.length);
    if (at >= 0) plain.push({ name, value, start: start + at });
    return [];
  });
  return [...elementLinks(element, plain), ...links];
}
