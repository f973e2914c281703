import { dropAttributeLists, readHeadingAttributes } from './attribute-lists.ts';
import { openTag, ownLine } from './component-tag.ts';
import { closes, type Fence, fenceOf, mapOutsideCodeSpans, mapProse } from './split-prose.ts';

/** Maximum nesting of components. */
const deepest = 12;

/** Maximum lines of a component's properties. */
const maxProperties = 100;

/** Components and HTML whose names differ from those that other frameworks share. */
const names: Record<string, string> = {
  'tabs-item': 'Tab',
  'accordion-item': 'Accordion',
  alert: 'Callout',
  details: 'details',
  summary: 'summary',
  kbd: 'kbd',
};

const list = String.raw`\{(?:[^{}\n]|\{[^{}\n]*\})*\}`;
const opening = new RegExp(
  String.raw`^([ \t]*)(:{1,8})([a-z][\w-]*)(?:\[([^\]\n]*)\])?(${list})?[ \t]*$`,
  'i',
);
const inline = new RegExp(
  String.raw`(?<![\w:/]):([a-z][\w-]*)(?:\[([^\]\n]{0,500})\](${list})?|(${list}))`,
  'gi',
);

/** A component that is not closed yet. */
type Open = { name: string; colons: number; indent: string };

/**
 * Turns the components of MDC, the Markdown of Nuxt Content, into component tags: `::note{to="/x"}` up to its `::`, with
 * properties in YAML and parts such as `#title` inside, and `:badge[New]` within text.
 * https://content.nuxt.com/docs/files/markdown#mdc-syntax
 */
export function mdcBlocks(body: string): string {
  if (!body.includes(':') && !body.includes('{')) return body;
  return mapProse(readBlocks(body.split('\n')).join('\n'), (prose) =>
    mapOutsideCodeSpans(readHeadingAttributes(mapOutsideCodeSpans(prose, readInline)), dropAttributeLists),
  );
}

function readBlocks(lines: string[]): string[] {
  const read: string[] = [];
  const open: Open[] = [];
  const close = (from: number): void => {
    const outer = open[0]?.indent ?? '';
    for (const { name } of open.splice(from).toReversed()) read.push(ownLine(outer, `</${name}>`));
  };
  let fence: Fence | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [outer, inner] = [open[0]?.indent ?? '', open.at(-1)?.indent ?? ''];
    const mark = fenceOf(line);
    const wasCode = fence !== null;
    if (fence === null) fence = mark;
    else if (closes(mark, fence)) fence = null;
    const component = wasCode || mark !== null ? null : componentAt(lines, at);
    const colons = wasCode ? 0 : (/^[ \t]*(:{2,8})[ \t]*$/.exec(line)?.[1]?.length ?? 0);
    const ended = open.findLastIndex((one) => one.colons === colons);
    if (ended >= 0) close(ended);
    else if (component !== null && open.length < deepest) {
      read.push(ownLine(outer || component.indent, component.tag));
      if (component.colons > 1) open.push(component);
      at += component.properties;
    } else if (open.length === 0 || wasCode || !isPartName(line)) {
      // What is inside is indented as its component is.
      read.push(outer + line.slice(leftOf(line, inner.length)));
    }
  }
  close(0);
  return read;
}

/** A component that opens on a line, the tag in its place, and the number of lines below that hold its properties. */
function componentAt(lines: string[], at: number): (Open & { tag: string; properties: number }) | null {
  const [, indent = '', { length: colons } = '', written = '', label, attributes = ''] =
    opening.exec(lines[at] ?? '') ?? [];
  // A single colon without more is a word in a text.
  if (written === '' || (colons === 1 && label === undefined && attributes === '')) return null;
  const below = colons === 1 ? null : propertiesBelow(lines, at + 1);
  const tag = tagOf(written, { ...readAttributes(attributes), ...below?.values });
  return {
    name: nameOf(written),
    colons,
    indent,
    tag: `${tag}${label ?? ''}${colons === 1 ? `</${nameOf(written)}>` : ''}`,
    properties: below?.length ?? 0,
  };
}

/** Properties in YAML between two lines `---`: those with a text, number or truth value. */
function propertiesBelow(
  lines: string[],
  from: number,
): { values: Record<string, string>; length: number } | null {
  if (lines[from]?.trim() !== '---') return null;
  const length = lines.slice(from + 1, from + maxProperties).findIndex((line) => line.trim() === '---');
  if (length < 0) return null;
  const values: Record<string, string> = {};
  for (const line of lines.slice(from + 1, from + 1 + length)) {
    const [, key, value = ''] = /^[ \t]*([\w-]+):[ \t]+(\S.*)$/.exec(line) ?? [];
    if (key !== undefined) values[key] ??= value.trim().replace(/^(["'])(.*)\1$/, '$2');
  }
  return { values, length: length + 2 };
}

function readInline(text: string): string {
  return text.replaceAll(
    inline,
    (_, written: string, label: string | undefined, after = '', attributes: string = after) => {
      const tag = tagOf(written, readAttributes(attributes));
      return `${tag}${label ?? ''}</${nameOf(written)}>`;
    },
  );
}

/** `key="value"`, `key='value'` and `key=value`; `:key` is a value of the program, `key` alone is true. */
function readAttributes(written: string): Record<string, string> {
  const pairs = written.matchAll(/(?<![\w:-])([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))/g);
  return Object.fromEntries(
    Array.from(pairs, ([, key = '', double, single, bare]) => [key, double ?? single ?? bare ?? '']),
  );
}

function tagOf(written: string, attributes: Record<string, string>): string {
  const { title, label, ...others } = attributes;
  const shown = title ?? label ?? (written === 'read-more' ? 'Read more' : undefined);
  return openTag(nameOf(written), { title: shown, ...others });
}

/** `code-group` → `CodeGroup`. */
function nameOf(written: string): string {
  return names[written] ?? written.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A line such as `#title`, which names a part of a component. */
function isPartName(line: string): boolean {
  return /^[ \t]*#[a-z][\w-]*(?:\{[^{}\n]*\})?[ \t]*$/i.test(line);
}

function leftOf(line: string, most: number): number {
  return Math.min(most, /^[ \t]*/.exec(line)?.[0].length ?? 0);
}
