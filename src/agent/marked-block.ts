const begin = '<!-- docent:begin -->';
const end = '<!-- docent:end -->';

/** Marks around our part of a pull request's text; the rest belongs to people. */
export const markedBlock = (text: string) => `${begin}\n${text}\n${end}`;

/** The text with our block, in place of an earlier block or else at the end. */
export function withBlock(body: string, block: string): string {
  const [from, to] = [body.indexOf(begin), body.lastIndexOf(end)];
  if (from < 0 || to < from) return body.trim() === '' ? block : `${body.trimEnd()}\n\n${block}`;
  return body.slice(0, from) + block + body.slice(to + end.length);
}
