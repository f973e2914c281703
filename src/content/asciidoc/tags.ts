/**
 * The lines of the selected tagged regions `tag::name[]` … `end::name[]` (`a;b`, `*`, `**`, `!c`); without a selection,
 * all lines except the tags.
 * https://docs.asciidoctor.org/asciidoc/latest/directives/include-tagged-regions/
 */
export function readTags(lines: string[], wanted: string | null): string[] {
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
