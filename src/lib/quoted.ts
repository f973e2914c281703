/** Text between tags that it cannot close itself. */
export function quoted(tag: string, text: string): string {
  return `<${tag}>\n${text.replaceAll(new RegExp(`<(?=/?${tag})`, 'gi'), '&lt;')}\n</${tag}>`;
}

const stranger = /<(title|description|diff|notes|comment|check|questions)>\n/;

/** A request without what others wrote, which it quotes: what the person who asks says. */
export function withoutQuoted(text: string): string {
  const open = stranger.exec(text);
  if (open === null) return text;
  const close = `</${open[1]}>`;
  const end = text.indexOf(close, open.index);
  const rest = end === -1 ? '' : withoutQuoted(text.slice(end + close.length));
  return text.slice(0, open.index) + rest;
}
