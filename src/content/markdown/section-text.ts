import type { Nodes, RootContent } from 'mdast';

/** A block as plain text, except that code stays fenced with its language and lists keep their bullets. */
export function blockText(node: RootContent): string {
  switch (node.type) {
    case 'code':
      return fenced(node.value, node.lang ?? '');
    case 'list':
      return node.children
        .map((item, index) => {
          const bullet = node.ordered === true ? `${(node.start ?? 1) + index}. ` : '- ';
          return bullet + blocksText(item.children, '\n').replaceAll('\n', `\n${' '.repeat(bullet.length)}`);
        })
        .join('\n');
    case 'table':
      return node.children
        .map((row) => row.children.map(inlineText).join(' | '))
        .filter((row) => /[^\s|]/.test(row))
        .join('\n');
    case 'blockquote':
    case 'footnoteDefinition':
      return blocksText(node.children, '\n');
    case 'thematicBreak':
      return '';
    default:
      return inlineText(node);
  }
}

function blocksText(nodes: RootContent[], separator: string): string {
  return nodes
    .map(blockText)
    .filter((text) => text !== '')
    .join(separator);
}

/** Fences code with more backticks than its longest run. */
export function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`{3,}/g), ([row]) => row.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** The text of inline nodes; line breaks and runs of spaces become one space, images their alternative text. */
export function inlineText(node: Nodes): string {
  // Single spaces are not matched: replacing them too would take most of the time.
  return rawText(node)
    .replaceAll(/[\t\n][ \t\n]*| [ \t\n]+/g, ' ')
    .trim();
}

function rawText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return node.value;
  if (node.type === 'image') return node.alt ?? '';
  if (node.type === 'break') return '\n';
  return 'children' in node ? node.children.map(rawText).join('') : '';
}
