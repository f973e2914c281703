/** An opening tag with its attributes; those without a value are left out. */
export function openTag(name: string, attributes: Record<string, string | undefined> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined || value === '' ? '' : ` ${key}="${escapeAttribute(value)}"`,
  );
  return `<${name}${written.join('')}>`;
}

/** Entities, which HTML and JSX attributes have in common. */
function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('{', '&#123;');
}

/**
 * A tag on a line of its own, apart from what is around it, so that Markdown goes on inside: right below a paragraph it would
 * be a part of that. https://spec.commonmark.org/0.31.2/#html-blocks
 */
export function ownLine(indent: string, tag: string): string {
  return `\n${indent.includes('>') ? '' : '\n'}${indent}${tag}\n\n`;
}
