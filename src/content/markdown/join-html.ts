import { Parser } from 'htmlparser2';
import type { Nodes, Parents, RootContent } from 'mdast';
import type { Element } from './element.ts';

/**
 * Turns the HTML in a Markdown tree into elements with children. Markdown keeps `<details>`, the paragraphs after it
 * and `</details>` as siblings; here the paragraphs become its children.
 */
export function joinHtml(parent: Parents): void {
  for (const child of parent.children) if ('children' in child) joinHtml(child);
  if (parent.children.some((child: Nodes) => child.type === 'html')) {
    parent.children = joinSiblings(parent.children) as typeof parent.children;
  }
}

function joinSiblings(siblings: RootContent[]): RootContent[] {
  const top: Element = { type: 'element', name: '', attributes: {}, children: [] };
  const open: Element[] = [top];
  const innermost = (): Element => open.at(-1) ?? top;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: Element = { type: 'element', name, attributes: { ...attributes }, children: [] };
        innermost().children.push(element);
        open.push(element);
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
      ontext(value) {
        innermost().children.push({ type: 'text', value });
      },
    },
    { lowerCaseTags: false, lowerCaseAttributeNames: false, recognizeSelfClosing: true },
  );
  for (const sibling of siblings) {
    if (sibling.type === 'html') parser.write(sibling.value);
    else innermost().children.push(sibling);
  }
  parser.end();
  return top.children;
}
