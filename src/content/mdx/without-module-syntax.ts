import { withoutExpressions } from '../markdown/repair-mdx.ts';
import { mapProse } from '../markdown/split-prose.ts';

/** Imports and exports, which run to the next blank line, and comments in braces. */
const moduleSyntax =
  /^(?:import[ \t]+(?:["'{*]|[\w$]+[ \t]*(?:,|from\b))|export[ \t]+(?:const|let|var|function|default|[{*]))[^\n]*(?:\n[^\n]+)*/gm;

/** An invalid MDX page, without the MDX syntax that Markdown would show as text. */
export function withoutModuleSyntax(body: string): string {
  return withoutExpressions(
    mapProse(body, (prose) => prose.replaceAll(moduleSyntax, '').replaceAll(/\{\/\*[^*]*\*\/\}/g, '')),
  );
}
