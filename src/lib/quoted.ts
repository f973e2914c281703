/** Text between tags that the text itself cannot close. */
export function quoted(tag: string, text: string): string {
  return `<${tag}>\n${text.replaceAll(new RegExp(`<(?=/?${tag})`, 'gi'), '&lt;')}\n</${tag}>`;
}

const stranger = /<(title|description|diff|notes|comment|check|questions|claims)>\n/;

/** A request without its quotes of others: only the words of the person who asks. */
export function withoutQuoted(text: string): string {
  const own: string[] = [];
  let rest = text;
  for (let open = stranger.exec(rest); open !== null; open = stranger.exec(rest)) {
    const close = `</${open[1]}>`;
    const end = rest.indexOf(close, open.index);
    own.push(rest.slice(0, open.index));
    rest = end === -1 ? '' : rest.slice(end + close.length);
  }
  return own.join('') + rest;
}
