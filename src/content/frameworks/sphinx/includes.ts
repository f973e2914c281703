import { relative } from 'node:path/posix';
import { withoutEnd } from '../../../lib/without-end.ts';
import { boundedIndent, type Include, includesOf, linesOfRanges } from '../../includes/include-syntax.ts';
import { dedent } from '../../markdown/dedent.ts';
import { isMyst } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

const directive =
  /^([ \t]*)(?:\.\. +(include|literalinclude)::(?:[ \t]*\n[ \t]+(?=[^\s:]))?|(`{3,}|:{3,}|~{3,})\{(include|literalinclude)\})[ \t]*(\S[^\n]*)(?:\n((?:(?:[ \t]*:[\w-]+:[^\n]*|\1[ \t]+\S[^\n]*)(?:\n|$))*))?/gm;

/**
 * `include` and `literalinclude` of reStructuredText and MyST: the file's text, or a code block with it.
 * https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html#directive-literalinclude
 */
export function findSphinxIncludes(text: string, file: string, root: string): Include[] {
  const hasFiles = text.includes(':file:');
  const hasIncludes = /include(?:::|\})/.test(text);
  if (!hasFiles && !hasIncludes) return [];
  const blocks = isMyst(file) ? codeBlocks(text) : literalBlocks(text);
  const find = (target: string) => [joinPath(target.startsWith('/') ? root : folderOf(file), target)];
  return [
    ...(hasIncludes ? findIncludes(text, file, blocks, find) : []),
    ...(hasFiles ? findFileOptions(text, blocks, find) : []),
  ].sort((one, other) => one.start - other.start);
}

/** The paths at which an included file may be. */
type Find = (target: string) => string[];

const fileOption =
  /^([ \t]*(?:\.\. +(csv-table|raw)::|`{3,}\{(csv-table|raw)\})[^\n]*\n(?:[ \t]*:[\w-]+:[^\n]*\n)*?[ \t]*):file:[ \t]*(\S[^\n]*)((?:\n[ \t]*:[\w-]+:[^\n]*)*)/gm;

/** The content of `csv-table` and `raw`, whose option may name the file that it is in. */
function findFileOptions(text: string, blocks: Block[], find: Find): Include[] {
  const isShown = isWithin(blocks);
  return includesOf(text, fileOption, ({ 1: head = '', 2: rst, 4: given = '', 5: options = '', index }) => {
    const target = given.trim();
    return {
      start: index + head.length,
      target,
      candidates: find(target),
      render: (content) => {
        const lines = withoutEnd(content, '\n').split('\n');
        const outer = /^[ \t]*/.exec(head)?.[0] ?? '';
        const indent = rst === undefined ? '' : boundedIndent(`${outer}   `, lines.length);
        return `${options.trimStart()}\n\n${indented(lines, indent)}`;
      },
      isPage: false,
    };
  }).filter(({ start }) => !isShown(start));
}

function findIncludes(text: string, file: string, blocks: Block[], find: Find): Include[] {
  const isShown = isWithin(blocks);
  const found = Array.from(text.matchAll(directive)).filter(({ index }) => !isShown(index));
  let read = 0;
  return found.flatMap(
    ({ 0: whole, 1: written = '', 2: rst, 3: fence, 4: myst, 5: given = '', 6: rest = '', index }) => {
      // One in another belongs to that; without a closing fence each would be looked for to the end of the text.
      if (index < read) return [];
      const kind = rst ?? myst ?? '';
      const target = given.trim();
      // `<isonum.txt>` comes with docutils. https://docutils.sourceforge.io/docs/ref/rst/definitions.html
      if (/^<.*>$/.test(target)) return [];
      const options = Object.fromEntries(
        Array.from(rest.matchAll(/^[ \t]*:([\w-]+):[ \t]*([^\n]*)/gm), ([, key = '', value = '']) => [
          key,
          value.trim(),
        ]),
      );
      const end =
        fence === undefined ? index + whole.length : closingFence(text, fence, index + whole.length);
      read = end;
      const isCode = kind === 'literalinclude' || 'literal' in options || 'code' in options;
      return {
        start: index,
        end,
        target,
        candidates: find(target),
        render: (content, included) => {
          const part = withRelativeLinks(partOf(content, options, included), options, file, included);
          const lines = withoutEnd(part, '\n').split('\n');
          const indent = boundedIndent(written, lines.length);
          if (!isCode) return `${indented(lines, indent)}\n`;
          const lang =
            options['language'] ??
            options['code'] ??
            languages[included.slice(included.lastIndexOf('.') + 1)] ??
            '';
          const shown = 'dedent' in options ? dedent(lines) : lines;
          const caption = options['caption'] === undefined ? '' : `:caption: ${options['caption']}\n`;
          if (fence !== undefined)
            return `${indent}${fence}\`{code-block} ${lang}\n${caption}${shown.join('\n')}\n${indent}${fence}\`\n`;
          return `${indent}.. code-block:: ${lang}\n${caption === '' ? '' : `${indent}   ${caption}`}\n${indented(shown, `${indent}   `)}\n`;
        },
        isPage: !isCode,
      };
    },
  );
}

function indented(lines: string[], indent: string): string {
  return lines.map((line) => (line === '' ? '' : indent + line)).join('\n');
}

/** Directives in each other; what is nested deeper is taken for text. */
const maxFences = 50;

type Block = { start: number; end: number };

/** Whether a place lies in code, where a directive is an example. Places are asked for in their order. */
function isWithin(blocks: Block[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while (next < blocks.length && blocks[next]!.end <= at) next++;
    return (blocks[next]?.start ?? Infinity) <= at;
  };
}

/**
 * What stands deeper than a paragraph that ends with `::`, a directive for code, or a comment, in reStructuredText.
 * https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#literal-blocks
 */
function literalBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let depth = Infinity;
  let start = 0;
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const column = /\S/.exec(line)?.index ?? Infinity;
    if (column <= depth && column < Infinity) depth = literalDepth(line, lines[at + 1] ?? '');
    else if (depth < Infinity) blocks.push({ start, end: start + line.length });
    start += line.length + 1;
  }
  return blocks;
}

/** The column of text that makes what is deeper a literal block or a comment; else infinite. */
function literalDepth(line: string, next: string): number {
  const markup = /^[ \t]*\.\.(?=[ \t]|$)[ \t]*/.exec(line)?.[0];
  const isLiteral =
    markup === undefined
      ? line.trimEnd().endsWith('::')
      : isCodeOrComment(line.slice(markup.length).trimEnd(), next);
  if (!isLiteral) return Infinity;
  return /^[ \t]*(?:(?:[-*+]|[\w#]{1,3}[.)])[ \t]+)?/.exec(line)?.[0].length ?? 0;
}

function isCodeOrComment(markup: string, next: string): boolean {
  if (markup === '') return next.trim() !== '';
  return /^(?:code|code-block|sourcecode|parsed-literal)::|^(?![_[|])(?!\S+::(?:\s|$))/.test(markup);
}

/** Fenced code of MyST, also in directives, whose fences hold text. */
function codeBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const open: { fence: string; isCode: boolean }[] = [];
  for (const match of text.matchAll(/^[ \t]*(`{3,}|~{3,})([^\n]*)/gm)) {
    const { 0: line, 1: fence = '', 2: rest = '', index } = match;
    const info = rest.trim();
    const closed = info === '' ? open.findIndex((one) => fence.startsWith(one.fence)) : -1;
    const isInCode = open.at(-1)?.isCode ?? false;
    if (closed >= 0) {
      if (isInCode) blocks.at(-1)!.end = index;
      open.length = closed;
    } else if (!isInCode && open.length < maxFences && !(fence.startsWith('`') && info.includes('`'))) {
      const isCode = !/^\{(?!code|literalinclude)/.test(info);
      if (isCode) blocks.push({ start: index + line.length, end: Infinity });
      open.push({ fence, isCode });
    }
  }
  return blocks;
}

/** https://myst-parser.readthedocs.io/en/latest/faq/index.html#include-a-file-from-outside-the-docs-folder-like-readme-md */
function withRelativeLinks(
  text: string,
  options: Record<string, string>,
  file: string,
  included: string,
): string {
  const prefix = options['relative-docs'];
  if (prefix === undefined || prefix === '') return text;
  return text.replaceAll(/(\]\(<?)([^\s()<>]{1,300})/g, (whole, before: string, link: string) =>
    link.startsWith(prefix)
      ? before + relative(`/${folderOf(file)}`, `/${joinPath(folderOf(included), link)}`)
      : whole,
  );
}

const languages: Record<string, string> = {
  py: 'python',
  js: 'javascript',
  yml: 'yaml',
  sh: 'bash',
  rb: 'ruby',
  rs: 'rust',
};

function closingFence(text: string, fence: string, from: number): number {
  const closing = new RegExp(`^[ \\t]*${fence.charAt(0)}{${fence.length},}[ \\t]*$`, 'gm');
  closing.lastIndex = from;
  const found = closing.exec(text);
  return found === null ? text.length : found.index + found[0].length;
}

function partOf(content: string, options: Record<string, string>, file: string): string {
  const object = options['pyobject'];
  let lines = content.split('\n');
  if (object !== undefined && file.endsWith('.py')) lines = pythonObject(lines, object);
  if (options['lines'] !== undefined)
    lines = linesOfRanges(lines.join('\n'), options['lines'].split(','), '-').split('\n');
  const find = (mark: string | undefined): number =>
    mark === undefined || mark === ''
      ? -1
      : lines.findIndex((line) => line.includes(mark.replaceAll(/^["']|["']$/g, '')));
  const startAt = find(options['start-at']);
  const startAfter = find(options['start-after']);
  const from =
    startAt >= 0
      ? startAt
      : startAfter >= 0
        ? startAfter + 1
        : Math.max(0, Number(options['start-line'] ?? 0) || 0);
  lines = lines.slice(from);
  const endAt = find(options['end-at']);
  const endBefore = find(options['end-before']);
  const until = endAt >= 0 ? endAt + 1 : endBefore >= 0 ? endBefore : lines.length;
  const last = Number(options['end-line'] ?? Number.NaN);
  return lines.slice(0, Number.isNaN(last) ? until : Math.max(0, last - from)).join('\n');
}

/** Classes in each other that `pyobject` may name: each is a search through the file. */
const maxObjects = 10;

/** The lines of `Class.method` with its indented body. */
function pythonObject(lines: string[], name: string): string[] {
  let [from, until] = [0, lines.length];
  for (const part of name.split('.').slice(0, maxObjects)) {
    const definition = new RegExp(`^\\s*(?:async\\s+)?(?:def|class)\\s+${part.replaceAll(/\W/g, '')}\\b`);
    const start = lines.findIndex((line, at) => at >= from && at < until && definition.test(line));
    if (start < 0) return lines;
    const depth = (lines[start] ?? '').search(/\S/);
    const end = lines.findIndex((line, at) => at > start && line.trim() !== '' && line.search(/\S/) <= depth);
    [from, until] = [start, end < 0 ? until : end];
  }
  return lines.slice(from, until);
}
