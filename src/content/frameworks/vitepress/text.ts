import type { FrontMatter } from '../../front-matter.ts';
import { dropAttributeLists, readHeadingAttributes } from '../../markdown/attribute-lists.ts';
import { heroText } from '../../markdown/hero.ts';
import { mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';

/**
 * Turns VitePress' own syntax into Markdown: the home page's front matter, attribute lists, Vue attributes, and tabs
 * without blank lines between them.
 * https://vitepress.dev/guide/markdown https://github.com/sapphi-red/vitepress-plugins
 */
export function vitepressText(body: string, data: FrontMatter): string {
  const hero = heroText(data);
  const text = mapProse(body, (prose) =>
    mapOutsideCodeSpans(readHeadingAttributes(dropContainerAttributes(prose)), (part) =>
      readVueAttributes(dropAttributeLists(part)).replaceAll(/^([ \t]*==[ \t]+[^\n]+)/gm, '\n$1\n'),
    ),
  );
  return hero === '' ? text : hero + text;
}

/** `::: tip Title {#id}` */
function dropContainerAttributes(prose: string): string {
  return prose.includes(':::') ? prose.replaceAll(/^([ \t>]*:::[^\n{]*)\{[^{}\n]*\}[ \t]*$/gm, '$1') : prose;
}

/** `@click` and `#slot` are not valid HTML attribute names, so a tag with one would be parsed as text. */
function readVueAttributes(text: string): string {
  if (!/<[A-Za-z]/.test(text)) return text;
  return text.replaceAll(/<[A-Za-z][\w.-]*(?=\s)[^<>]{1,2000}>/g, (tag) =>
    tag.replaceAll(/(?<=\s)[@#](?=[\w[])/g, 'v-on:'),
  );
}
