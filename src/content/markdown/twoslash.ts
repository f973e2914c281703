/**
 * Code for Twoslash as a site shows it: without what is above a cut, queries for types and settings of the compiler. Null
 * for code that others include. https://twoslash.netlify.app/refs/notations
 */
export function withoutTwoslash(code: string, meta: string): string | null {
  if (/\btwoslash\s+include\b/.test(meta)) return null;
  const lines = code.split('\n');
  const isCut = (line: string, name: string): boolean =>
    line.trim().replace(/^\/\/\s*/, '// ') === `// ---${name}---`;
  const from = lines.findLastIndex((line) => isCut(line, 'cut') || isCut(line, 'cut-before'));
  const after = lines.findIndex((line, at) => at > from && isCut(line, 'cut-after'));
  let isHidden = false;
  const kept = lines.slice(from + 1, after < 0 ? undefined : after).filter((line) => {
    if (isCut(line, 'cut-start')) isHidden = true;
    const wasHidden = isHidden;
    if (isCut(line, 'cut-end')) {
      isHidden = false;
      return false;
    }
    return !wasHidden && !/^\s*\/\/(?:\s*@(?!filename)\w+|\s*\^[?|]|\s*- cut)/.test(line);
  });
  return kept.join('\n').replace(/^\n+|(?<!\n)\n+$/g, '');
}
