import type { FrontMatter } from '../../front-matter.ts';
import { dropAttributeLists, readHeadingAttributes } from '../../markdown/attribute-lists.ts';
import { openTag, ownLine } from '../../markdown/component-tag.ts';
import { readContainers } from '../../markdown/containers.ts';
import { mapOutsideCodeSpans, mapProse, splitProse } from '../../markdown/split-prose.ts';

/** What a cross-reference names. https://quarto.org/docs/authoring/cross-references.html */
const referred: Record<string, string> = {
  fig: 'figure',
  tbl: 'table',
  sec: 'section',
  eq: 'equation',
  lst: 'listing',
  thm: 'theorem',
};

const opening = /^[ \t]*:{3,}[ \t]*(?:\{([^{}\n]*)\}|([\w.-]+))[ \t]*(?::+[ \t]*)?$/;
/** A callout without a title, which the heading below it is. */
const titleBelow =
  /^([ \t]*:{3,}[ \t]*)(?:\{((?![^{}\n]*title=)[^{}\n]*\.callout-[^{}\n]*)\}|(callout-[\w-]+))([ \t]*\n(?:[ \t]*\n)?) {0,3}#{1,6}[ \t]+([^\s"{}][^\n"{}]*)(?:\{[^{}\n]*\})?$/gm;

/**
 * Turns what Quarto adds to Markdown into what others know: callouts, tabs and other containers, cells of code, which are not
 * run, shortcodes, attributes and cross-references. https://quarto.org/docs/authoring/markdown-basics.html
 * @param variables the values of `{{< var name >}}`
 */
export function quartoText(body: string, data: FrontMatter, variables: Record<string, string>): string {
  const withTitles = body.replaceAll(
    titleBelow,
    (_, colons: string, attributes: string | undefined, word: string, rest: string, title: string) =>
      `${colons}{${attributes ?? `.${word}`} title="${title.trimEnd()}"}${rest}`,
  );
  const withCells = splitProse(withTitles)
    .map(({ text, isCode }) => (isCode ? readCell(text) : text))
    .join('');
  const read = readContainers(withCells, {
    open,
    close: (line) => (/^[ \t]*:{3,}[ \t]*$/.test(line) ? 0 : null),
    // The headings in a set of tabs are their titles.
    read(line, inner) {
      const [, marks, title = ''] = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line) ?? [];
      if (inner?.name !== 'Tabs' || marks === undefined || marks.length !== (inner.level ?? marks.length))
        return line;
      const before = inner.level === undefined ? '' : ownLine('', '</Tab>');
      inner.level = marks.length;
      inner.end = '</Tab>\n\n</Tabs>';
      return before + ownLine('', openTag('Tab', { title: title.replace(/\{[^{}]*\}$/, '').trimEnd() }));
    },
  });
  return mapProse(read, (prose) =>
    mapOutsideCodeSpans(readHeadingAttributes(readShortcodes(prose, data, variables)), (text) =>
      dropAttributeLists(text.replaceAll(/(?<![!\]\\])\[([^[\]\n]{1,500})\]\{[^{}\n]*\}/g, '$1')).replaceAll(
        /(?<![\w@[])@(fig|tbl|sec|eq|lst|thm)-[\w-]+/g,
        (_, kind: string) => referred[kind]!,
      ),
    ),
  );
}

function open(line: string) {
  const [, written, word] = opening.exec(line) ?? [];
  const attributes = written ?? (word === undefined ? null : `.${word}`);
  if (attributes === null) return null;
  const id = /(?:^|\s)#([\w.:-]+)/.exec(attributes)?.[1];
  const kind = /\.callout-([a-z]+)/.exec(attributes)?.[1];
  const name = attributes.includes('.panel-tabset') ? 'Tabs' : kind === undefined ? '' : 'Admonition';
  const title = /\btitle="([^"]*)"/.exec(attributes)?.[1];
  const tag = name === '' ? '' : ownLine('', openTag(name, { type: kind, title }));
  const anchor = id === undefined ? '' : `<a id="${id}"></a>\n\n`;
  return { rank: 0, name, text: anchor + tag, end: name === '' ? '' : `</${name}>` };
}

/**
 * A fence such as ```` ```{python} ```` or ```` ```{.python filename="x.py"} ```` as code of its language, without the options of a
 * cell. Code that the page does not show, and raw HTML, are left out.
 */
function readCell(code: string): string {
  const [, row = '', inside = '', rest = ''] =
    /^([ \t>]*`{3,}[ \t]*)\{([^{}\n]*)\}[ \t]*\n([^]*)$/.exec(code) ?? [];
  if (row === '') return code;
  const option = /^[ \t]*(?:#|\/\/|--|%%)\|[^\n]*\n/gm;
  if (
    inside.startsWith('=') ||
    /\|[ \t]*(?:echo|include):[ \t]*false\b|^[^\n]*\b(?:echo|include)=(?:FALSE|false)\b/.test(
      `${inside}\n${(rest.match(option) ?? []).join('')}`,
    )
  )
    return '\n';
  const language = /^\.?([\w+#-]+)/.exec(inside.trim())?.[1] ?? '';
  const title = /\bfilename="([^"]*)"/.exec(inside)?.[1];
  return `${row.trimEnd()}${language}${title === undefined ? '' : ` title="${title}"`}\n${rest.replaceAll(option, '')}`;
}

/** `{{< var name >}}`, `{{< meta key >}}`, `{{< kbd Ctrl-C >}}`; others show no text. `{{{< x >}}}` shows a shortcode itself. */
function readShortcodes(prose: string, data: FrontMatter, variables: Record<string, string>): string {
  return prose.replaceAll(
    /\{(\{\{<[^{}\n]{0,500}>\}\})\}|\{\{<[ \t]*([\w-]+)([^{}\n]{0,500}?)[ \t]{0,20}\/?>\}\}/g,
    (_, shown: string | undefined, kind = '', rest = '') => {
      const name = rest.trim();
      if (shown !== undefined) return shown;
      if (kind === 'kbd') return `\`${name}\``;
      return String((kind === 'meta' ? data : kind === 'var' ? variables : {})[name] ?? '');
    },
  );
}
