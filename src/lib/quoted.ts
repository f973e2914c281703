/** Text between tags that it cannot close itself. */
export function quoted(tag: string, text: string): string {
  return `<${tag}>\n${text.replaceAll(new RegExp(`<(?=/?${tag})`, 'gi'), '&lt;')}\n</${tag}>`;
}

/** Text without what is quoted in it by one of these tags, also one that is never closed. */
export function withoutQuoted(text: string, tags: readonly string[]): string {
  let open: string | undefined;
  const own: string[] = [];
  for (const line of text.split('\n')) {
    if (open !== undefined) {
      if (line === `</${open}>`) open = undefined;
      continue;
    }
    open = tags.find((tag) => line === `<${tag}>`);
    if (open === undefined) own.push(line);
  }
  return own.join('\n');
}
