import { decodedPath } from '../../../lib/decoded-path.ts';
import { includesOf, type IncludeSyntax, linesOfRanges, regionOf } from '../../includes/include-syntax.ts';
import { dedent } from '../../markdown/dedent.ts';
import { fenced } from '../../markdown/section-text.ts';

/** `[!INCLUDE [title](part.md)]`, `[!code-csharp[](Program.cs#region)]`. */
const bracketed =
  /\[!(include|code)(?:-([\w+#-]+))?[ \t]{0,20}(?:\[[^\]\n]{0,300}\])?[ \t]{0,20}\(<?([^()\n<>?#"']+)(?:([?#][^()\s<>]*)[ \t]*)?(?:>[ \t]*)?(?:["'][^"'\n]*["'])?\)\]/gi;
const block = /:::code[ \t]+(?![ \t])([^\n]*?):::/g;

/** https://dotnet.github.io/docfx/docs/markdown.html#include-markdown-files */
export const docfxIncludes: IncludeSyntax = {
  marks: ['[!', ':::code'],
  find(piece, isCode) {
    if (isCode) return [];
    const inBrackets = includesOf(piece, bracketed, ([, kind = '', language, target = '', query = '']) => ({
      target: pathOf(target),
      render: (text, file) => (/^include/i.test(kind) ? text.trim() : codeOf(text, file, language, query)),
    }));
    const blocks = includesOf(piece, block, ([, attributes = '']) => {
      const of = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      const query = of('range') === '' ? (of('id') === '' ? '' : `#${of('id')}`) : `?range=${of('range')}`;
      return {
        target: pathOf(of('source')),
        render: (text, file) => codeOf(text, file, of('language'), query),
      };
    });
    return [...inBrackets, ...blocks].filter(({ target }) => target !== '');
  },
};

/** Names of folders may have spaces, and those of Windows a backslash between them. */
const pathOf = (written: string) => decodedPath(written.trim()).replaceAll('\\', '/');

/** @param query `?name=region`, `?range=1-5,8`, `#L1-L5` or `#region` */
function codeOf(text: string, file: string, language: string | undefined, query: string): string {
  const [, from, to = from] = /^#L(\d+)(?:-L?(\d+))?/i.exec(query) ?? [];
  const given = new URLSearchParams(query);
  const range = from === undefined ? given.get('range') : `${from}-${to}`;
  const region = query.startsWith('#') ? query.slice(1).split(/[?&]/)[0]! : given.get('name');
  const part =
    range !== null
      ? linesOfRanges(text, range.split(','), '-')
      : region === null
        ? text
        : (tagged(text, region) ?? tagged(text, `snippet${region}`) ?? regionOf(text, region) ?? text);
  return fenced(
    dedent(part.trimEnd().split('\n')).join('\n'),
    language || file.slice(file.lastIndexOf('.') + 1),
  );
}

/** The lines between comments with `<name>` and `</name>`; `#1` stands for `<snippet1>`, too. */
function tagged(text: string, name: string): string | null {
  const lines = text.split('\n');
  const indexOf = (tag: string): number => lines.findIndex((line) => line.toLowerCase().includes(tag));
  const [from, to] = [indexOf(`<${name.toLowerCase()}>`), indexOf(`</${name.toLowerCase()}>`)];
  if (from < 0 || to < from) return null;
  const isTag = (line: string): boolean => /^\s*(?:\/\/|#|--|'|<!--|\/\*)\s*<\/?[\w-]+>/.test(line);
  return lines
    .slice(from + 1, to)
    .filter((line) => !isTag(line))
    .join('\n');
}
