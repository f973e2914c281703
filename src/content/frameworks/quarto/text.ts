import type { FrontMatter } from '../../front-matter.ts';
import { dropAttributeLists, readHeadingAttributes } from '../../markdown/attribute-lists.ts';
import { openTag, ownLine } from '../../markdown/component-tag.ts';
import { closes, type Fence, fenceOf, mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';

/** What a cross-reference names. https://quarto.org/docs/authoring/cross-references.html */
const referred: Record<string, string> = {
  fig: 'figure',
  tbl: 'table',
  sec: 'section',
  eq: 'equation',
  lst: 'listing',
  thm: 'theorem',
};

const opening = /^[ \t]*(:{3,})[ \t]*(?:\{([^{}\n]*)\}|([\w.-]+))[ \t]*(?::+[ \t]*)?$/;
const closing = /^[ \t]*:{3,}[ \t]*$/;
const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;

/** A container that is open: its component, '' for one that only styles; for tabs, the level of their headings once known. */
type Open = { name: string; tabLevel?: number | undefined };

/**
 * Turns what Quarto adds to Markdown into what others know: callouts, tabs and other containers, cells of code, which are not
 * run, shortcodes, attributes and cross-references. https://quarto.org/docs/authoring/markdown-basics.html
 * @param variables the values of `{{< var name >}}`
 */
export function quartoText(body: string, data: FrontMatter, variables: Record<string, string>): string {
  const valueOf = (kind: string, name: string): string =>
    (kind === 'meta' ? String(data[name] ?? '') : variables[name]) ?? '';
  return mapProse(readBlocks(body.split('\n')).join('\n'), (prose) =>
    mapOutsideCodeSpans(readHeadingAttributes(readShortcodes(prose, valueOf)), (text) =>
      dropAttributeLists(text.replaceAll(/(?<![!\]\\])\[([^[\]\n]{1,500})\]\{[^{}\n]*\}/g, '$1')).replaceAll(
        /(?<![\w@[])@(fig|tbl|sec|eq|lst|thm)-[\w-]+/g,
        (_, kind: string) => referred[kind]!,
      ),
    ),
  );
}

function readBlocks(lines: string[]): string[] {
  const read: string[] = [];
  const open: Open[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = fenceOf(line);
    const inner = open.at(-1);
    const [mark, title] = headingOn(line);
    const container = containerAt(lines, at);
    if (fence !== null) {
      const end = endOfFence(lines, at, fence);
      read.push(...readCell(lines.slice(at, end), fence));
      at = end - 1;
    } else if (container !== null) {
      read.push(container.tag);
      open.push({ name: container.name });
      at += container.titleLines;
    } else if (inner !== undefined && closing.test(line)) {
      if (inner.tabLevel !== undefined) read.push(ownLine('', '</Tab>'));
      if (inner.name !== '') read.push(ownLine('', `</${inner.name}>`));
      open.pop();
    } else if (inner?.name === 'Tabs' && mark !== '' && (inner.tabLevel ?? mark.length) === mark.length) {
      if (inner.tabLevel !== undefined) read.push(ownLine('', '</Tab>'));
      inner.tabLevel = mark.length;
      read.push(ownLine('', openTag('Tab', { title })));
    } else read.push(line);
  }
  return read;
}

/** A container that opens on a line: its tag, and the lines below that are its title. */
function containerAt(lines: string[], at: number): { name: string; tag: string; titleLines: number } | null {
  const [, , written, word] = opening.exec(lines[at] ?? '') ?? [];
  const attributes = written ?? (word === undefined ? null : `.${word}`);
  if (attributes === null) return null;
  const id = /(?:^|\s)#([\w.:-]+)/.exec(attributes)?.[1];
  const anchor = id === undefined ? '' : `<a id="${id}"></a>\n\n`;
  if (attributes.includes('.panel-tabset'))
    return { name: 'Tabs', tag: anchor + ownLine('', '<Tabs>'), titleLines: 0 };
  const kind = /\.callout-([a-z]+)/.exec(attributes)?.[1];
  if (kind === undefined) return { name: '', tag: anchor, titleLines: 0 };
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  const given = /\btitle="([^"]*)"/.exec(attributes)?.[1];
  const next = lines.slice(at + 1, at + 4).findIndex((line) => line.trim() !== '') + 1;
  const below = given === undefined && next > 0 ? headingOn(lines[at + next] ?? '')[1] : '';
  const tag = ownLine('', openTag(name, { title: given ?? below }));
  return { name, tag: anchor + tag, titleLines: below === '' ? 0 : next };
}

/** The marks and the text of a heading without its attributes; both are empty for another line. */
function headingOn(line: string): [marks: string, title: string] {
  const [, marks = '', text = ''] = heading.exec(line.trimEnd()) ?? [];
  return [marks, text.replace(/\{[^{}]*\}$/, '').trimEnd()];
}

function endOfFence(lines: string[], at: number, fence: Fence): number {
  let end = at + 1;
  while (end < lines.length && !closes(fenceOf(lines[end]!), fence)) end += 1;
  return Math.min(end + 1, lines.length);
}

/**
 * A fence such as ```` ```{python} ```` or ```` ```{.python filename="x.py"} ```` as code of its language, without the options of a
 * cell. Code that the page does not show, and raw HTML, are left out.
 */
function readCell(lines: string[], { row, info }: Fence): string[] {
  const inside = /^\{([^{}]*)\}$/.exec(info)?.[1];
  if (inside === undefined || inside.startsWith('{')) return lines;
  if (inside.startsWith('=')) return [];
  const isOption = (line: string): boolean => /^[ \t]*(?:#|\/\/|--|%%)\|[ \t]?/.test(line);
  const options = lines.filter(isOption).join('\n');
  if (
    /\|[ \t]*(?:echo|include):[ \t]*false\b/.test(options) ||
    /\b(?:echo|include)=(?:FALSE|false)\b/.test(inside)
  )
    return [];
  const language = /^\.?([\w+#-]+)/.exec(inside.trim())?.[1] ?? '';
  const title = /\bfilename="([^"]*)"/.exec(inside)?.[1];
  const opened = (lines[0] ?? '').slice(0, (lines[0] ?? '').indexOf(row));
  const named = title === undefined ? language : `${language} title="${title}"`;
  return [`${opened}${row}${named}`, ...lines.slice(1).filter((line) => !isOption(line))];
}

/** `{{< var name >}}`, `{{< meta key >}}`, `{{< kbd Ctrl-C >}}`; others show no text. `{{{< x >}}}` shows a shortcode itself. */
function readShortcodes(prose: string, valueOf: (kind: string, name: string) => string): string {
  if (!prose.includes('{{<')) return prose;
  return prose.replaceAll(
    /\{(\{\{<[^{}\n]{0,500}>\}\})\}|\{\{<[ \t]*([\w-]+)([^{}\n]{0,500}?)[ \t]{0,20}\/?>\}\}/g,
    (_, shown: string | undefined, kind = '', rest = '') => {
      if (shown !== undefined) return shown;
      if (kind === 'kbd') return `\`${rest.trim()}\``;
      return kind === 'var' || kind === 'meta' ? valueOf(kind, rest.trim()) : '';
    },
  );
}
