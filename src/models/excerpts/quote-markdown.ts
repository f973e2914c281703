/** Inline code, which is unchanged; images; links; brackets that look like our citations. */
const inline =
  /(`{1,3})[^`\n]+\1|!\[[^[\]\n]*\]\([^()\s]*(?:\s"[^"\n]*")?\)|\[([^[\]\n]*)\](?:\(([^()\s]*)(?:\s"[^"\n]*")?\)|\[[^[\]\n]*\])|\[(?=\[?[sS]?\d)/g;

/**
 * Markdown of a page for quoting elsewhere: links within the docs are relative to their page, so only their labels
 * remain; links to other sites stay. Images and link definitions are removed, code is unchanged.
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
