import type { PhrasingContent } from 'mdast';

const marks =
  /<code>([^<]{1,500})<\/code>|`([^`\n]{1,500})`|\[([^\][\n]{1,500})\]\(([^()\s]{1,1000})\)|\*\*([^*\n]{1,500})\*\*|<\/?[a-z][^<>\n]{0,300}>/g;

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
