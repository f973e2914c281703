import type { Paragraph, PhrasingContent } from 'mdast';
import { textAttribute, type Element } from './element.ts';

/** Other names in angle brackets, such as `<number>`, are places for values. */
const tags =
  'a abbr b bdi big blockquote br center cite code dd del dfn div dl dt em font h[1-6] hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table tbody td th thead tr tt u ul var wbr';

const marks = new RegExp(
  [
    /<code>([^<]{1,500})<\/code>/,
    /`([^`\n]{1,500})`/,
    /\[([^\][\n]{1,500})\]\(([^()\s]{1,1000})\)/,
    /\*\*([^*\n]{1,500})\*\*/,
    new RegExp(`</?(?:${tags.replaceAll(' ', '|')})(?=[\\s/>])[^<>\\n]{0,300}>`),
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** The text of a component that gets it as an attribute. */
export function descriptionOf(element: Element): Paragraph[] {
  const description = textAttribute(element, 'description');
  return description === null ? [] : [{ type: 'paragraph', children: richText(description) }];
}

/** A text of an attribute with marks of Markdown or HTML, as what a component shows of it. */
export function richText(text: string): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  let from = 0;
  const addText = (value: string): void => {
    const last = nodes.at(-1);
    if (last?.type === 'text') last.value += value;
    else if (value !== '') nodes.push({ type: 'text', value });
  };
  for (const { 0: whole, 1: code, 2: ticked, 3: label, 4: url, 5: strong, index } of text.matchAll(marks)) {
    addText(text.slice(from, index));
    from = index + whole.length;
    const value = code ?? ticked;
    if (value !== undefined) nodes.push({ type: 'inlineCode', value });
    else if (label !== undefined)
      nodes.push({ type: 'link', url: url!, children: [{ type: 'text', value: label }] });
    else if (strong !== undefined)
      nodes.push({ type: 'strong', children: [{ type: 'text', value: strong }] });
  }
  addText(text.slice(from));
  return nodes;
}
