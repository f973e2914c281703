/** A title as plain text: roles in either syntax become their title or target; backticks and stars are removed. */
export function plainTitle(title: string): string {
  return title
    .replaceAll(
      /(?::[\w+-]{1,30}(?::[\w+-]{1,30})?:|\{[\w:-]{1,60}\})`~?([^`]{0,300})`/g,
      (_, content: string) => /^([^<]*)<[^<>]*>$/.exec(content)?.[1]?.trim() ?? content,
    )
    .replaceAll(/[`*]+/g, '')
    .replaceAll('\n', ' ')
    .trim();
}

/** The text of inline markup, with its spaces and lines. */
export function plainText(nodes: { type: string }[]): string {
  return nodes
    .map((node) =>
      'children' in node
        ? plainText(node.children as { type: string }[])
        : 'value' in node
          ? String(node.value)
          : '',
    )
    .join('');
}
