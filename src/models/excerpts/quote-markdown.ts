/** Inline code, which stays as it is; pictures; links; a bracket that could be read as a citation of ours. */
const inline =
  /(`{1,3})[^`\n]+\1|!\[[^[\]\n]*\]\([^()\s]*(?:\s"[^"\n]*")?\)|\[([^[\]\n]*)\](?:\(([^()\s]*)(?:\s"[^"\n]*")?\)|\[[^[\]\n]*\])|\[(?=\[?[sS]?\d)/g;

/**
 * Markdown of a page, to be quoted elsewhere: links within the docs are written for the page that they stand on, so
 * their labels remain; other sites' stay links. Pictures and link definitions are left out, code is untouched.
 */
export function quoteMarkdown(markdown: string): string {
  let fence = '';
  const lines = markdown.split('\n').filter((line) => fence !== '' || !/^ {0,3}\[[^\]]+\]:\s/.test(line));
  return lines
    .map((line) => {
      const mark = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1];
      if (mark !== undefined && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
      return fence !== '' || mark !== undefined ? line : quoteLine(line);
    })
    .join('\n');
}

function quoteLine(line: string): string {
  return line.replace(inline, (whole, ticks?: string, label?: string, target?: string) => {
    if (ticks !== undefined) return whole;
    if (label !== undefined) return target !== undefined && /^https?:\/\//i.test(target) ? whole : label;
    return whole === '[' ? '\\[' : '';
  });
}
