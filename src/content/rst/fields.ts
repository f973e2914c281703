import type { ListItem, PhrasingContent, RootContent } from 'mdast';
import { paragraph, type Parse, text } from './context.ts';

/** Fields that describe parameters of an object. */
const parameters =
  /^(?:param|parameter|arg|argument|key|keyword|kwarg|var|ivar|cvar|raises?|exception|except|query|form|json|jsonparam|reqjson|resjson|statuscode|reqheader|resheader)\b/;

/** Fields for the build, which are not shown. */
const unseen = /^(?:meta|orphan|nosearch|tocdepth|no-?index|no-?typesetting|type|vartype|kwtype|paramtype)\b/;

const named: Record<string, string> = {
  return: 'Returns',
  returns: 'Returns',
  rtype: 'Return type',
  raises: 'Raises',
};

/** A field list: parameters of an object as a list, others as `Name: text`. */
export function readFields(fields: { name: string; body: string[] }[], parse: Parse): RootContent[] {
  const types = new Map(
    fields.flatMap(({ name, body }): [string, string][] => {
      const of = /^(?:type|vartype|kwtype|paramtype)\s+(\S+)$/.exec(name)?.[1];
      return of === undefined ? [] : [[of, body.join(' ').trim()]];
    }),
  );
  const items = fields.flatMap(({ name, body }): ListItem[] => {
    if (unseen.test(name)) return [];
    const words = name.split(/\s+/);
    const subject = words.length > 1 ? (words.at(-1) ?? '') : '';
    const type = types.get(subject) ?? words.slice(1, -1).join(' ');
    const head: PhrasingContent[] =
      parameters.test(name) && subject !== ''
        ? [{ type: 'inlineCode', value: subject }, text(type === '' ? ': ' : ` (${type}): `)]
        : [text(`${named[name] ?? name}: `)];
    const [first, ...rest] = parse.blocks(body);
    const line = first?.type === 'paragraph' ? [...head, ...first.children] : head;
    const others = first === undefined || first.type === 'paragraph' ? rest : [first, ...rest];
    return [{ type: 'listItem', spread: false, children: [paragraph(line), ...others] as never }];
  });
  return items.length === 0 ? [] : [{ type: 'list', ordered: false, spread: false, children: items }];
}
