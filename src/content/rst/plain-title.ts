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
