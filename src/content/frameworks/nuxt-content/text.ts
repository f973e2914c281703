import { dropAttributeLists, readHeadingAttributes } from '../../markdown/attribute-lists.ts';
import { openTag, ownLine } from '../../markdown/component-tag.ts';
import { readContainers } from '../../markdown/containers.ts';
import { mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';

/** `::card[Label]{title="One"}`, and the block of YAML below it. */
const opening = /^([ \t]*)(:{2,})([a-z][\w-]*)(?:\[([^\]\n]*)\])?(?:\{([^\n]*)\})?[ \t]*$/;
const fields =
  /^([ \t]*:{2,}[a-z][\w-]*)(?:\{([^\n{}]*)\})?[ \t]*\n[ \t]*---[ \t]*\n([^]{0,20000}?)^[ \t]*---[ \t]*$/gm;
const leaf = /^([ \t]*):([a-z][\w-]*)(?:\[([^\]\n]*)\])?(?:\{([^\n]*)\})?[ \t]*$/;
const inline = /(?<![\w:/.\]]):([a-z][\w-]*)(?=[[{])(?:\[([^\]\n]{0,500})\])?(?:\{([^{}\n]{0,500})\})?/g;

/**
 * Turns components of Nuxt Content, `::card{title="One"}` to `::` and `:badge[New]`, into tags, and moves their indented
 * content to the left. https://content.nuxt.com/docs/files/markdown#mdc-syntax
 */
export function mdcText(body: string): string {
  if (!body.includes(':')) return body;
  const withFields = body.replaceAll(
    fields,
    (_, start: string, attributes: string | undefined, block: string) => {
      const indent = /^[ \t]*/.exec(block)![0];
      const own = new RegExp(`^${indent}([a-z][\\w-]*):(.*)$`, 'gim');
      const added = Array.from(block.matchAll(own), ([, key, written]) => {
        const value = written!.trim().replaceAll(/^["']|["']$/g, '');
        return value === '' || /["']/.test(value) ? '' : `${key}="${value.replaceAll(/[{}]/g, '')}"`;
      });
      return `${start}{${[attributes, ...added].filter(Boolean).join(' ')}}`;
    },
  );
  const text = readContainers(withFields, {
    isIndented: true,
    open(line) {
      const [, indent = '', colons, name, label, attributes = ''] = opening.exec(line) ?? [];
      if (name === undefined) return null;
      const tag = openTag(componentName(name), { ...attributesIn(attributes), label });
      return { rank: colons!.length, name, text: ownLine(indent, tag), end: `</${componentName(name)}>` };
    },
    close: (line) => /^[ \t]*(:{2,})[ \t]*$/.exec(line)?.[1]?.length ?? null,
    // `#default` names a slot; `:read-more{to="/x"}` on a line of its own is a block.
    read: (line, inner) =>
      inner !== undefined && /^[ \t]*#[a-z][\w-]*(?:\{[^\n]*\})?[ \t]*$/.test(line)
        ? ''
        : line.replace(leaf, (_, indent: string, ...parts: string[]) => ownLine(indent, tagOf(...parts))),
  });
  return mapProse(text, (prose) =>
    dropAttributeLists(
      mapOutsideCodeSpans(readHeadingAttributes(prose), (outside) =>
        outside
          .replaceAll(inline, (_, ...parts: string[]) => tagOf(...parts))
          .replaceAll(/(?<!!)\[([^\][\n]{1,500})\]\{[^{}\n]{0,300}\}/g, '$1'),
      ),
    ),
  );
}

/** `:name[label]{attributes}` as a tag. */
function tagOf(name = '', label?: string, attributes = ''): string {
  const tag = openTag(componentName(name), attributesIn(attributes));
  return label === undefined ? tag.replace(/>$/, ' />') : `${tag}${label}</${componentName(name)}>`;
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
