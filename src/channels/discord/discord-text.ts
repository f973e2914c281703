import { mapProse } from '../../content/markdown/split-prose.ts';

/**
 * Markdown as Discord shows it: without tables, pictures, rules and small headings.
 * https://docs.discord.com/developers/reference#message-formatting
 */
export function toDiscord(markdown: string): string {
  return mapProse(markdown, (prose) =>
    prose
      .replaceAll(
        /(?:^[ \t]*\|[^\n]*(?:\n|$)){2,}/gm,
        (table) => `\`\`\`\n${table.replaceAll('`', '').trimEnd()}\n\`\`\`\n`,
      )
      .replaceAll(/^#{4,6}[ \t]+(\S[^\n]*)$/gm, '**$1**')
      .replaceAll(/^ {0,3}-{3,}[ \t]*$/gm, '')
      .replaceAll('![', '['),
  ).trim();
}
