/** Text between tags that it cannot close itself. */
export function quoted(tag: string, text: string): string {
  return `<${tag}>\n${text.replaceAll(new RegExp(`<(?=/?${tag})`, 'gi'), '&lt;')}\n</${tag}>`;
}
