import type { Nodes } from 'mdast';

/**
 * A node's text with typographic quotes, dashes and dots, as some frameworks set it before they make ids; code and
 * pictures' descriptions are left as they are, and out. https://github.com/retextjs/retext-smartypants
 */
export function smartText(node: Nodes): string {
  if (node.type === 'text') {
    return node.value
      .replaceAll(/-{2,3}/g, '—')
      .replaceAll('...', '…')
      .replaceAll(/(^|[\s([{—])"/g, '$1“')
      .replaceAll('"', '”')
      .replaceAll(/(^|[\s([{—“])'(?=\D)/g, '$1‘')
      .replaceAll("'", '’');
  }
  if (node.type === 'inlineCode' || node.type === 'mdxTextExpression') return node.value;
  return 'children' in node ? node.children.map(smartText).join('') : '';
}
