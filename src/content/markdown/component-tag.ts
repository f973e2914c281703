/** An opening tag with its attributes; undefined and empty values are left out. */
export function openTag(name: string, attributes: Record<string, string | undefined> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined || value === '' ? '' : ` ${key}="${escapeAttribute(value)}"`,
  );
  return `<${name}${written.join('')}>`;
}

/** Escapes with entities that HTML and JSX attributes share. */
function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('{', '&#123;');
}

/**
 * A tag on a line of its own between blank lines, so that Markdown continues inside; directly below a paragraph it
 * would be part of it. https://spec.commonmark.org/0.31.2/#html-blocks
 */
export function ownLine(indent: string, tag: string): string {
  return `\n${indent.includes('>') ? '' : '\n'}${indent}${tag}\n\n`;
}
