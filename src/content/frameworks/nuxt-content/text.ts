import { dropAttributeLists, readHeadingAttributes } from '../../markdown/attribute-lists.ts';
import { openTag, ownLine } from '../../markdown/component-tag.ts';
import { mdcFields } from './fields.ts';
import { mapOutsideCodeSpans } from '../../markdown/split-prose.ts';

/** An open component: its colons, the column that its content is moved to, and how far that is moved. */
type Open = { name: string; colons: number; indent: number; shift: number | null };

const opening = /^([ \t]*)(:{2,})([a-z][\w-]*)(?:\[([^\]\n]*)\])?(?:\{([^\n]*)\})?[ \t]*$/;
const closing = /^[ \t]*(:{2,})[ \t]*$/;
const leaf = /^([ \t]*):([a-z][\w-]*)(?:\[([^\]\n]*)\])?(?:\{([^\n]*)\})?[ \t]*$/;
const slot = /^[ \t]*#[a-z][\w-]*(?:\{[^\n]*\})?[ \t]*$/;

/**
 * Turns components of Nuxt Content, `::card{title="One"}` to `::` and `:badge[New]`, into tags, with what their blocks of
 * YAML say, and moves their indented content to the left. https://content.nuxt.com/docs/files/markdown#mdc-syntax
 */
export function mdcText(body: string): string {
  if (!body.includes(':')) return body;
  const written: string[] = [];
  const open: Open[] = [];
  let fence: string | null = null;
  const lines = body.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = moved(lines[at]!, open.at(-1));
    const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null || mark !== undefined) {
      if (fence === null) fence = mark!;
      else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
      written.push(line);
      continue;
    }
    const [, indent = '', colons = '', name = '', label, attributes = ''] = opening.exec(line) ?? [];
    if (name !== '') {
      const { fields, end } = mdcFields(lines, at + 1);
      at = end;
      const tag = openTag(componentName(name), { ...attributesIn(attributes), ...fields.attributes, label });
      written.push(ownLine(indent, tag), ...fields.blocks.map((block) => indent + block), '');
      open.push({ name, colons: colons.length, indent: indent.length, shift: null });
      continue;
    }
    const ended = closing.exec(line)?.[1]?.length;
    const last = open.findLastIndex((one) => one.colons === ended);
    if (last >= 0) {
      for (const one of open.splice(last).toReversed())
        written.push(ownLine(' '.repeat(one.indent), `</${componentName(one.name)}>`));
    } else if (ended === undefined && !(open.length > 0 && slot.test(line))) written.push(readInline(line));
    else written.push('');
  }
  for (const { name } of open.toReversed()) written.push(ownLine('', `</${componentName(name)}>`));
  return written.join('\n');
}

function moved(line: string, within: Open | undefined): string {
  if (within === undefined || line.trim() === '') return line;
  const indent = line.search(/\S/);
  within.shift ??= Math.max(0, indent - within.indent);
  return line.slice(Math.min(within.shift, indent));
}

function readInline(line: string): string {
  if (!/[:{]/.test(line)) return line;
  const [, indent = '', name, label = '', attributes = ''] = leaf.exec(line) ?? [];
  if (name !== undefined) {
    const tag = openTag(componentName(name), attributesIn(attributes));
    return ownLine(
      indent,
      label === '' ? tag.replace(/>$/, ' />') : `${tag}${label}</${componentName(name)}>`,
    );
  }
  return dropAttributeLists(mapOutsideCodeSpans(readHeadingAttributes(line), readInlineComponents));
}

function readInlineComponents(text: string): string {
  return text
    .replaceAll(
      /(?<![\w:/.\]])(:)([a-z][\w-]*)(?=[[{])(?:\[([^\]\n]{0,500})\])?(?:\{([^{}\n]{0,500})\})?/g,
      (_, _colon: string, name: string, label: string | undefined, attributes: string | undefined) => {
        const tag = openTag(componentName(name), attributesIn(attributes ?? ''));
        return label === undefined ? tag.replace(/>$/, ' />') : `${tag}${label}</${componentName(name)}>`;
      },
    )
    .replaceAll(/(?<!!)\[([^\][\n]{1,500})\]\{[^{}\n]{0,300}\}/g, '$1');
}

/** `code-group` is `CodeGroup`. */
function componentName(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()).replaceAll('-', '');
}

function attributesIn(written: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(
      written.matchAll(/(?<![\w:.-])([a-z][\w-]*)=(?:"([^"\n]*)"|'([^'\n]*)')/gi),
      ([, key = '', double, single]) => [key, double ?? single ?? ''],
    ),
  );
}
