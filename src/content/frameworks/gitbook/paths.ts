import { decodedPath } from '../../../lib/decoded-path.ts';
import { withoutEnd } from '../../../lib/without-end.ts';
import { folderOf, joinPath, literalPath } from '../../site/paths.ts';

const indexNames = ['README', 'readme', 'index'];

/** A page of the table of contents: its file, and its path by the groups and pages that it is listed below. */
type Listed = { file: string; path: string };

/**
 * The paths of pages by their files. GitBook makes addresses of the table of contents: the slug of the group, those of the
 * pages above, and that of the file's name. A repository that GitBook writes mirrors them in its folders, also where a title was changed
 * later, so that there the folders count.
 * https://gitbook.com/docs/getting-started/git-sync/content-configuration
 * @param folder the folder of the summary
 * @param root the folder of the pages
 */
export function gitbookPaths(summary: string, folder: string, root: string): Map<string, string> {
  const listed = readTree(summary, folder);
  const start = root === '' ? 0 : root.length + 1;
  const written = listed.map(({ file, path }) => ({
    file,
    path,
    literal: literalPath(file.slice(start), indexNames).split('/').map(slugOf).join('/'),
  }));
  const mirrored = written.filter(({ path, literal }) => path === literal).length;
  const isMirror = mirrored * 2 >= written.length;
  return new Map(
    written
      .toReversed()
      .map(({ file, path, literal }, at) => [
        file,
        isMirror ? literal : at === written.length - 1 ? '' : path,
      ]),
  );
}

/** Maximum columns of a line's indent. */
const maxIndent = 200;

function readTree(summary: string, folder: string): Listed[] {
  const listed: Listed[] = [];
  let group = '';
  let open: { indent: number; path: string }[] = [];
  for (const line of summary.split('\n')) {
    const heading = /^#{2,6}[ \t]+([^\n]*)/.exec(line)?.[1];
    if (heading !== undefined) {
      // A changed title keeps its slug: `## Start here <a href="#intro" id="intro"></a>`.
      group = /\bid="([^"]+)"/.exec(heading)?.[1] ?? slugOf(heading);
      open = [];
      continue;
    }
    const [, space = '', item = ''] = /^([ \t]*)[*+-][ \t]+([^\n]*)/.exec(line) ?? [];
    if (item === '') continue;
    const indent = space.slice(0, maxIndent).replaceAll('\t', '    ').length;
    open = open.filter((one) => one.indent < indent);
    const [, title = item, quoted, bare] =
      /^\[((?:[^\]\\]|\\.)*)\]\((?:<([^>]*)>|([^\s)"]*))/.exec(item) ?? [];
    const target = (quoted ?? bare ?? '').split('#')[0]!;
    const isPage = target !== '' && !target.includes('://');
    const file = isPage ? joinPath(folder, decodedPath(target)) : '';
    const path = joinPath(open.at(-1)?.path ?? group, isPage ? slugOfFile(file, folder) : slugOf(title));
    open.push({ indent, path });
    if (isPage) listed.push({ file, path });
  }
  return listed;
}

/** An index is named after its folder; that of the whole has no name. */
function slugOfFile(file: string, folder: string): string {
  const bare = literalPath(file, indexNames);
  if (bare === folder) return '';
  const name = bare === folderOf(file) ? bare : file.replace(/\.\w+$/, '');
  return slugOf(name.slice(name.lastIndexOf('/') + 1));
}

function slugOf(title: string): string {
  const dashed = title
    .replaceAll(/<[^<>]*>|\\/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}._~+]+/gu, '-');
  return withoutEnd(dashed, '-').replace(/^-/, '');
}
