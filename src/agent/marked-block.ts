const begin = '<!-- docent:begin -->';
const end = '<!-- docent:end -->';

/** Our part of a pull request's text: what stands outside of the marks is people's. */
export const markedBlock = (text: string) => `${begin}\n${text}\n${end}`;

/** A text with our block in it, in place of the one before; without one, below what people wrote. */
export function withBlock(body: string, block: string): string {
  const [from, to] = [body.indexOf(begin), body.lastIndexOf(end)];
  if (from < 0 || to < from) return body.trim() === '' ? block : `${body.trimEnd()}\n\n${block}`;
  return body.slice(0, from) + block + body.slice(to + end.length);
}

/** Whether a pull request is of a docs agent. */
export const hasBlock = (body: string) => body.includes(begin);
