import { decodedPath } from '../../../lib/decoded-path.ts';
import { fenced } from '../../markdown/section-text.ts';
import { dedent } from '../../markdown/dedent.ts';
import {
  indentAfterFirst,
  linesOfRanges,
  regionOf,
  type Include,
  type IncludeSyntax,
} from '../../includes/include-syntax.ts';

/**
 * DocFX: `[!INCLUDE [title](part.md)]`, `[!code-csharp[](Program.cs#region)]` and `:::code source="Program.cs" id="region":::`.
 * https://dotnet.github.io/docfx/docs/markdown.html#include-markdown-files
 */
export const docfxIncludes: IncludeSyntax = {
  marks: ['[!', ':::code'],
  find(piece, isCode) {
    return isCode ? [] : [...pagesIn(piece), ...snippetsIn(piece), ...codeIn(piece)];
  },
};

function pagesIn(piece: string): Include[] {
  const tags = piece.matchAll(
    /\[!include[ \t]{0,20}(?:\[[^\]\n]{0,300}\])?[ \t]{0,20}\(<?([^()\n<>"']+)(?:>[ \t]*)?(?:["'][^"'\n]*["'])?\)\]/gi,
  );
  return Array.from(tags, ({ 0: tag, 1: target = '', index }) => ({
    start: index,
    end: index + tag.length,
    target: pathOf(target),
    render: (text: string) => indentAfterFirst(text.trim(), indentAt(piece, index)),
  }));
}

function snippetsIn(piece: string): Include[] {
  const tags = piece.matchAll(
    /\[!code(?:-([\w+#-]+))?[ \t]{0,20}\[[^\]\n]{0,300}\][ \t]{0,20}\(<?([^()\n<>?#"']+)(?:([?#][^()\s<>]*)[ \t]*)?(?:>[ \t]*)?(?:["'][^"'\n]*["'])?\)\]/gi,
  );
  return Array.from(tags, ({ 0: tag, 1: language, 2: target = '', 3: query = '', index }) =>
    codeOf(piece, { start: index, end: index + tag.length, target, language, ...partIn(query) }),
  );
}

function codeIn(piece: string): Include[] {
  return Array.from(
    piece.matchAll(/:::code[ \t]+(?![ \t])([^\n]*?):::/g),
    ({ 0: tag, 1: attributes = '', index }) => {
      const of = (name: string): string | undefined =>
        new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
      const [target = '', language] = [of('source'), of('language')];
      return codeOf(piece, {
        start: index,
        end: index + tag.length,
        target,
        language,
        region: of('id'),
        range: of('range'),
      });
    },
  ).filter(({ target }) => target !== '');
}

type Snippet = { start: number; end: number; target: string; language?: string | undefined } & Part;
type Part = { region?: string | undefined; range?: string | undefined };

/** `?name=region`, `?range=1-5,8`, `?start=1&end=5`, `#L1-L5` or `#region`. */
function partIn(query: string): Part {
  const rows = /^#L(\d+)(?:-L?(\d+))?/i.exec(query);
  if (rows !== null) return { range: `${rows[1]}-${rows[2] ?? rows[1]}` };
  if (query.startsWith('#')) return { region: query.slice(1).split(/[?&]/)[0] };
  const given = new URLSearchParams(query);
  const start = given.get('start');
  const range = given.get('range') ?? (start === null ? undefined : `${start}-${given.get('end') ?? ''}`);
  return { region: given.get('name') ?? undefined, range };
}

function codeOf(piece: string, { start, end, target, language, region, range }: Snippet): Include {
  return {
    start,
    end,
    target: pathOf(target),
    render: (text, file) => {
      const part =
        range !== undefined
          ? linesOfRanges(text, range.split(','), '-')
          : region === undefined
            ? text
            : (tagged(text, region) ?? tagged(text, `snippet${region}`) ?? regionOf(text, region) ?? text);
      const code = fenced(
        dedent(part.trimEnd().split('\n')).join('\n'),
        language ?? file.slice(file.lastIndexOf('.') + 1),
      );
      return indentAfterFirst(code, indentAt(piece, start));
    },
  };
}

/** Names of folders may have spaces, and those of Windows a backslash between them. */
function pathOf(target: string): string {
  return decodedPath(target.trim()).replaceAll('\\', '/');
}

/** The lines between comments with `<name>` and `</name>`; `#1` stands for `<snippet1>`, too. */
function tagged(text: string, name: string): string | null {
  const lines = text.split('\n');
  const tag = `${name.toLowerCase()}>`;
  const from = lines.findIndex((line) => line.toLowerCase().includes(`<${tag}`));
  const to = lines.findIndex((line, at) => at > from && line.toLowerCase().includes(`</${tag}`));
  if (from < 0 || to < 0) return null;
  return lines
    .slice(from + 1, to)
    .filter((line) => !/^\s*(?:\/\/|#|--|'|<!--|\/\*)\s*<\/?[\w-]+>\s*(?:(?:-->|\*\/)\s*)?$/.test(line))
    .join('\n');
}

/** The indent of the line on which an include stands alone. */
function indentAt(piece: string, at: number): string {
  return /(?:^|\n)([ \t]*)$/.exec(piece.slice(Math.max(0, at - 200), at))?.[1] ?? '';
}
