import {
  dropAttributeLists,
  openMarkdownInHtml,
  readHeadingAttributes,
} from '../../markdown/attribute-lists.ts';
import { mapOutsideCodeSpans } from '../../markdown/split-prose.ts';

const icon = /:(?:material|fontawesome|octicons|simple)-([\w-]+):(?:\{[^{}\n]*\})?[ \t]?/g;

/** Icons are removed but for those that say yes and no, as in tables of features. */
function shownIcon(whole: string, name: string): string {
  // Brands have icons that are letters.
  if (/^:(?:simple|fontawesome-brands)-/.test(whole)) return '';
  const sign = /(?:^|-)check(?:-|$)/.test(name)
    ? '✓'
    : /(?:^|-)(?:close|cancel|xmark|x)(?:-|$)/.test(name)
      ? '✗'
      : '';
  return sign === '' ? '' : sign + (/[ \t]$/.exec(whole)?.[0] ?? '');
}

/**
 * Turns inline syntax of Python-Markdown's extensions into Markdown, or removes it: attribute lists, icons, keys
 * (`++ctrl+c++`), progress bars (`[=50% "half"]`), proposed edits (`{++new++}`), highlights (`==this==`), abbreviations, references to documented objects,
 * headings without a space (`##Name`), and the language of inline code (`#!python range()` in backticks).
 * https://facelessuser.github.io/pymdown-extensions/
 * @param defined the link labels that the page defines
 */
export function mkdocsInline(prose: string, defined: Set<string>): string {
  const plain = prose
    .replaceAll(/^(#{1,6})(?=[^\s#!:])/gm, '$1 ')
    .replaceAll(/(?<!`)(`{1,2})(?:#!|:::)[a-z][\w.+-]{0,30}[ \t]+(?=[^\s`])/gi, '$1');
  const text = openMarkdownInHtml(dropReferences(readHeadingAttributes(plain), defined));
  return mapOutsideCodeSpans(text, (part) =>
    dropAttributeLists(dropTemplateTags(part).replaceAll(icon, shownIcon))
      .replaceAll(/\[=[\d./]{1,12}%?[ \t]+"([^"\n]{0,100})"\]/g, '$1')
      .replaceAll(/\{--[^{}\n]{0,500}--\}|\{>>[^{}\n]{0,500}<<\}/g, '')
      .replaceAll(/\{\+\+([^{}\n]{0,500}?)\+\+\}|\{==([^{}\n]{0,500}?)==\}/g, '$1$2')
      .replaceAll(/\{~~[^{}\n]{0,500}?~>([^{}\n]{0,500}?)~~\}/g, '$1')
      .replaceAll(/\+\+([\w-]{1,20}(?:\+[\w"-]{1,20}){0,5})\+\+/g, (_, keys: string) => `\`${keys}\``)
      .replaceAll(/(?<![\w=^])(==|\^\^)(?=[^\s=^])([^=^\n]{1,300})(?<=\S)\1(?![\w=^])/g, '$2')
      .replaceAll(/^ {0,3}\*\[[^\]\n]{1,200}\]:[^\n]*$/gm, ''),
  );
}

/**
 * `[text][package.name]` references a documented object, whose URL only the build knows: its text stays.
 * https://mkdocstrings.github.io/autorefs/
 */
function dropReferences(prose: string, defined: Set<string>): string {
  if (!prose.includes('][')) return prose;
  return prose.replaceAll(
    /\[((?:`[^`\n]{1,200}`|[^\][`\n]|\n(?![ \t]*\n)){1,200})\]\[([^\][\n]{0,200})\]|`[^`\n]*`/g,
    (whole, text: string | undefined, label: string) => {
      const isKnown =
        text === undefined || [label, text].some((one) => defined.has(labelOf(one))) || /^\d+$/.test(text);
      return isKnown ? whole : text;
    },
  );
}

/** A link label as it is compared. https://spec.commonmark.org/0.31.2/#matches */
export function labelOf(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/**
 * Removes Jinja tags, which the macros plugin runs, and the content of loops over data.
 * https://mkdocs-macros-plugin.readthedocs.io/en/latest/
 */
function dropTemplateTags(text: string): string {
  if (!text.includes('{%')) return text;
  const kept: string[] = [];
  let [from, depth] = [0, 0];
  for (const { 0: tag, 1: word = '', index } of text.matchAll(
    /\{%-?[ \t\n]*(if|elif|else|endif|for|endfor|set|endset|macro|endmacro|import|from|raw|endraw|with|endwith)\b[^%]{0,500}%\}/g,
  )) {
    if (depth === 0) kept.push(text.slice(from, index));
    if (word === 'for') depth += 1;
    if (word === 'endfor') depth = Math.max(0, depth - 1);
    from = index + tag.length;
  }
  return [...kept, depth === 0 ? text.slice(from) : ''].join('');
}
