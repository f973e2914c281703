import { folderOf, joinPath } from '../site/paths.ts';
import { type Include, includesOf, linesOfRanges } from '../includes/include-syntax.ts';

/** How many folders above a file are searched. */
const maxFolders = 20;

/** The files of the tree to which an include's target may resolve, relative to the including file. */
type ResolveInclude = (target: string, file: string) => string[];

/**
 * `include::target[tag=a;b,lines=1..5,leveloffset=+1,indent=0]` on a line of its own; a backslash before it shows it.
 * https://docs.asciidoctor.org/asciidoc/latest/directives/include/
 */
export function findAsciidocIncludes(
  text: string,
  file: string,
  attributes: Record<string, string>,
  resolve: ResolveInclude,
): Include[] {
  if (!text.includes('include::')) return [];
  const own = { ...attributes, ...attributesOf(text) };
  return includesOf(
    text,
    /^include::([^[\s][^[\n]*)\[([^\n]*)\][ \t]*$/gm,
    ([, written = '', given = '']) => {
      const target = written.replaceAll(/\{([\w-]+)\}/g, (whole, name: string) => own[name] ?? whole);
      const options = readOptions(given);
      const isUrl = /^https?:/.test(target);
      return {
        target,
        candidates: isUrl ? [] : resolve(target, file),
        render: (content) => offset(partOf(content, options), options['leveloffset']),
        isPage: true,
      };
    },
  );
}

/** Relative to the including file; below a folder that the build names (`{docdir}/part.adoc`), to all above it, too. */
export function includeCandidates(target: string, file: string): string[] {
  const below = /^(?:\{[\w-]+\}\/)+(.*)$/.exec(target)?.[1];
  if (below === undefined) return [joinPath(folderOf(file), target)];
  const folders = folderOf(file).split('/').slice(0, maxFolders);
  return [...folders.keys(), folders.length]
    .toReversed()
    .map((depth) => joinPath(...folders.slice(0, depth), below));
}

/** Attribute entries (`:name: value`), read first because earlier includes may use them too. */
export function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/^:([\w-]+):[ \t]+(\S[^\n]*)$/gm))
    found[name] ??= value.trim();
  return found;
}

function readOptions(given: string): Record<string, string> {
  const options: Record<string, string> = {};
  for (const [, name = '', quoted, bare = ''] of given.matchAll(
    /(?<![\w-])([\w-]+)=(?:"([^"]*)"|([^,"]*))/g,
  )) {
    options[name] = quoted ?? bare;
  }
  return options;
}

/** The tags or lines of a file that an include names. */
function partOf(content: string, options: Record<string, string>): string {
  const wanted = options['tags'] ?? options['tag'];
  const text = content.trimEnd();
  let part =
    options['lines'] === undefined || options['lines'] === ''
      ? readTags(text.split('\n'), wanted ?? null)
      : linesOfRanges(text, options['lines'].split(/[,;]/), '..').split('\n');
  const indent = Number(options['indent']);
  if (!Number.isNaN(indent)) part = reindent(part, indent);
  return part.join('\n');
}

function reindent(lines: string[], indent: number): string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const shared = filled.reduce(
    (least, line) => Math.min(least, line.length - line.trimStart().length),
    Infinity,
  );
  return lines.map((line) =>
    line.trim() === '' ? '' : ' '.repeat(Math.min(indent, 20)) + line.slice(shared),
  );
}

/** Shifts the headings of the included text as Asciidoctor does: with `:leveloffset:` around it. */
function offset(text: string, by: string | undefined): string {
  const amount = /^[+-]?\d$/.test(by ?? '') ? Number(by) : 0;
  if (amount === 0) return text;
  const [down, up] = amount > 0 ? [`+${amount}`, `-${amount}`] : [`${amount}`, `+${-amount}`];
  return `:leveloffset: ${down}\n\n${text}\n\n:leveloffset: ${up}\n`;
}

/**
 * The lines of the selected tagged regions `tag::name[]` … `end::name[]` (`a;b`, `*`, `**`, `!c`); without a selection,
 * all lines except the tags.
 * https://docs.asciidoctor.org/asciidoc/latest/directives/include-tagged-regions/
 */
function readTags(lines: string[], wanted: string | null): string[] {
  const names = (wanted ?? '**').split(/[,;]/).map((name) => name.trim());
  const isWanted = (name: string): boolean =>
    !names.includes(`!${name}`) && (names.includes(name) || names.includes('*') || names.includes('**'));
  const startsShown = names.includes('**') || names.every((name) => name.startsWith('!'));
  const open: { name: string; isShown: boolean }[] = [];
  return lines.filter((line) => {
    const mark = /(?:^|\W)(tag|end)::([^\s[\]]+)\[\](?=$|\W)/.exec(line);
    const [, kind, name = ''] = mark ?? [];
    const isShown = open.at(-1)?.isShown ?? startsShown;
    if (kind === 'tag') {
      const isNamed = names.includes(name) || names.includes(`!${name}`);
      open.push({
        name,
        isShown:
          isNamed || open.length === 0
            ? isWanted(name) || (startsShown && !names.includes(`!${name}`))
            : isShown,
      });
    } else if (kind === 'end') {
      const at = open.findLastIndex((one) => one.name === name);
      if (at >= 0) open.splice(at, 1);
    }
    return kind === undefined && isShown;
  });
}
