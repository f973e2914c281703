import type { Root } from 'mdast';
import { walk } from './walk.ts';

const elements: Record<string, string> = {
  descriptionList: 'dl',
  descriptionTerm: 'dt',
  descriptionDetails: 'dd',
};

/** Turns the parser's definition lists into the elements that they stand for. */
export function readDefinitions(root: Root): void {
  walk(root, (node) => {
    const name = elements[node.type];
    if (name !== undefined) Object.assign(node, { type: 'element', name, attributes: {} });
  });
}
