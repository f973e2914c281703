import type { CodeItem, SiteBuild } from './code-item.ts';

/** A path with the filter that makes it an address: `'/docs/' | relative_url`. */
const isPath = (code: string) =>
  /^(["'])\/(?!\/)[^"'\\]*\1\s*\|\s*(?:relative|absolute)_url\s*$/.test(code.trim());

/** Tags and shortcodes that show what stands in them, or name a page, which other checks look for. */
const harmless = new Set(['raw', 'endraw', 'highlight', 'endhighlight', 'ref', 'relref', 'link', 'post_url']);

/** `{{#include file}}` is an included file. */
const isInclude = (code: string) => /^\s*#(?:rustdoc_)?(?:include|playground)\b/.test(code);

const tag = /\{(?:\{[<%]|%)-?\s{0,20}\/?\s{0,20}(\w[\w./-]{0,99})/g;
const shortcode = /\{\{[<%]-?\s{0,20}\/?\s{0,20}(\w[\w./-]{0,99})/g;

/**
 * `{{ expression }}` of Vue, Liquid and Jinja as it is written; `{% tag %}` and `{{< shortcode >}}` by their
 * name. The search from each opening stops at the next brace, so time is linear.
 */
export function templateKeys(text: string): string[] {
  const written = text.matchAll(/\{\{([^{}<%][^{}]{0,500})\}\}/g);
  const codes = [...written].map(([, code]) => code!).filter((code) => !isPath(code) && !isInclude(code));
  return [...namesOf(text, tag), ...codes.map((code) => code.replace(/\s+/g, ' ').trim())];
}

function namesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!).filter((name) => !harmless.has(name));
}

/** The templates of a page whose build fills them in before it reads Markdown: those in code, too. */
export function filledTemplates(text: string, language: NonNullable<SiteBuild['templates']>): CodeItem[] {
  const shown = language === 'liquid' ? withoutRaw(text) : text;
  const keys = (line: string) => (language === 'shortcodes' ? namesOf(line, shortcode) : templateKeys(line));
  // Expressions may run over lines: each is looked for in its line, the longer ones in the whole.
  const found = new Map<string, number>();
  for (const [at, line] of shown.split('\n').entries())
    for (const key of keys(line)) if (!found.has(key)) found.set(key, at + 1);
  for (const key of keys(shown)) if (!found.has(key)) found.set(key, 1);
  return [...found].map(([key, line]) => ({ kind: 'template', key, line }));
}

const opening = /\{%-?\s{0,20}raw\s{0,20}-?%\}/g;
const closing = /\{%-?\s{0,20}endraw\s{0,20}-?%\}/g;

/**
 * Blanks what stands between `{% raw %}` and `{% endraw %}`, line by line. A page with comments stays whole: one that
 * holds a tag of these would hide what follows.
 */
function withoutRaw(text: string): string {
  if (/\{#|\bcomment\b/.test(text)) return text;
  let shown = '';
  let from = 0;
  for (const { 0: tag, index } of text.matchAll(opening)) {
    if (index < from) continue;
    closing.lastIndex = index + tag.length;
    const end = closing.exec(text)?.index;
    if (end === undefined) break;
    shown += text.slice(from, index) + text.slice(index, end).replace(/[^\n]/g, ' ');
    from = end;
  }
  return shown + text.slice(from);
}
