import { mapProse } from '../markdown/split-prose.ts';

/** Imports and exports, which run to the next blank line, and comments in braces. */
const moduleSyntax =
  /^(?:import[ \t]+(?:["'{*]|[\w$]+[ \t]*(?:,|from\b))|export[ \t]+(?:const|let|var|function|default|[{*]))[^\n]*(?:\n[^\n]+)*/gm;

/** A page of MDX that does not parse as such, without what would be shown as text in Markdown. */
export function withoutModuleSyntax(body: string): string {
  return mapProse(body, (prose) => prose.replaceAll(moduleSyntax, '').replaceAll(/\{\/\*[^*]*\*\/\}/g, ''));
}
