/** A title's markup as text: roles in either syntax show their title or target, code and stars go. */
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
