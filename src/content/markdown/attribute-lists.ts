/** The start of an attribute list: an id, a class, or a name and a value. */
const list = /\{:?[ \t]*((?:[#.][\w-]|[\w-]+=)[^{}\n]*)\}/g;

/**
 * Removes attribute lists (`{ .class width=300 }`) but keeps their ids: of a heading as `{#id}`, elsewhere as an empty
 * link. https://python-markdown.github.io/extensions/attr_list/
 */
export function dropAttributeLists(text: string): string {
  return text.replaceAll(list, (_, inside: string) => {
    const id = idIn(inside);
    return id === null ? '' : `<a id="${id}"></a>`;
  });
}

/** Rewrites `## Heading { #id .class }` to `## Heading [#id]`. Takes whole lines. */
export function readHeadingAttributes(prose: string): string {
  if (!prose.includes('{')) return prose;
  return prose
    .split('\n')
    .map((line) => {
      const at = /^ {0,3}#{1,6}[ \t]/.test(line) ? line.lastIndexOf('{') : -1;
      if (at < 0) return line;
      const [whole = '', inside = ''] = [...line.slice(at).matchAll(list)][0] ?? [];
      if (
        whole === '' ||
        line
          .slice(at + whole.length)
          .replaceAll('#', '')
          .trim() !== ''
      )
        return line;
      const id = idIn(inside);
      return `${line.slice(0, at).trimEnd()}${id === null ? '' : ` [#${id}]`}`;
    })
    .join('\n');
}

function idIn(inside: string): string | null {
  return /(?:^|\s)(?:#|id=["']?)([\w.:+-]+)/.exec(` ${inside}`)?.[1] ?? null;
}

/** Makes the content of `<div markdown>` Markdown. https://python-markdown.github.io/extensions/md_in_html/ */
export function openMarkdownInHtml(prose: string): string {
  if (!/\smarkdown[\s=>]/.test(prose)) return prose;
  return prose.replaceAll(/^([ \t]*<[a-z][^<>\n]*\smarkdown(?:=[^<>\n]*)?>)[ \t]*$/gm, '$1\n');
}
