/**
 * Inline code, also when it is wrapped onto a second line of its paragraph; images; links; comments; white space;
 * brackets that look like our citations; references of footnotes.
 */
const inline =
  /(`{1,3})[^`\n]+(?:\n(?![ \t>]*(?:[-*+#|]|\d+[.)]|\n))[^`\n]+)?\1|!\[[^[\]\n]*\]\([^()\s]*(?:\s"[^"\n]*")?\)|\[([^[\]]{0,300})\](?:\(([^()\s]*)(?:\s"[^"\n]*")?\)|\[[^[\]\n]*\])|<!--(?:(?!-->|<!--)[^]){0,4000}-->|(?:&#x(?:A|9|20);[ \t]*)+|\[\^[^\s[\]]{1,60}\]|(?<!\\)(?:\[(?=\[?[sS]?\d)|\((?=\[{0,2}s\d))/g;

/** Badges and other pictures that are links, and what a build puts in a place of its own. */
const linkedImage =
  /\[!\[[^[\]\n]{0,300}\](?:\([^()\n]{0,600}\)|\[[^[\]\n]{0,100}\])\](?:\([^()\n]{0,600}\)|\[[^[\]\n]{0,100}\])/g;
const placeholder = /^\s*(?:\{\{[^{}\n]{0,200}\}\}\s*)+(?:\.\s*)?$/;
/** Addresses that open a file for a while, to whoever has them, and those that a build fills in. */
const noAddress = /[?&](?:X-Amz-Signature|X-Goog-Signature|Signature|sig|token)=|\{\{|%7B%7B/i;

const footnote = /^ {0,3}\[\^[^\]\s]{1,60}\]:/;
const continuation = /^(?: {2}|\t|\s*$)/;

/**
 * Markdown of a page for quoting elsewhere: links within the docs are relative to their page, so only their labels
 * remain; links to other sites stay. Images, comments, footnotes and link definitions are removed, code is unchanged.
 */
export function quoteMarkdown(markdown: string): string {
  const parts: string[] = [];
  let text: string[] = [];
  let fence = '';
  let isFootnote = false;
  const closeText = () => {
    if (text.length > 0) parts.push(text.join('\n').replace(linkedImage, '').replace(inline, quoted));
    text = [];
  };
  for (const line of markdown.split('\n')) {
    isFootnote = fence === '' && (footnote.test(line) || (isFootnote && continuation.test(line)));
    if (isFootnote) continue;
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) {
      closeText();
      fence = fence === '' ? mark : '';
      parts.push(line);
    } else if (fence !== '') parts.push(line);
    else if (!/^ {0,3}\[[^\]]+\]:\s/.test(line) && !placeholder.test(line)) text.push(line);
  }
  closeText();
  return parts.join('\n');
}

function quoted(
  whole: string,
  ticks: string | undefined,
  label: string | undefined,
  target: string | undefined,
  at: number,
  text: string,
): string {
  if (ticks !== undefined) return onOneLine(whole);
  if (label !== undefined) return onOneLine(target !== undefined && isOutside(target) ? whole : label);
  if (whole.startsWith('&#')) return at === 0 || text[at - 1] === '\n' ? '' : ' ';
  return whole === '[' || whole === '(' ? `\\${whole}` : '';
}

function isOutside(target: string): boolean {
  return /^https?:\/\//i.test(target) && !noAddress.test(target);
}

/** Code and links that stay open at the end of a line are escaped, since a stream cannot wait for what may close them. */
function onOneLine(text: string): string {
  const lines = text.split('\n');
  return lines.map((line, nth) => (nth === 0 ? line : line.replace(/^[ \t>]+/, '')).trimEnd()).join(' ');
}
