import { folderOf, joinPath } from '../frameworks/paths.ts';
import { mapProse } from '../markdown/split-prose.ts';

/**
 * The relative links and images of an included file, made relative to the file that includes it: frameworks follow
 * them from where they are written.
 */
export function rebaseLinks(text: string, from: string, to: string): string {
  const [source, target] = [folderOf(from), folderOf(to)];
  if (source === target) return text;
  return mapProse(text, (prose) =>
    prose.replaceAll(
      /(\]\(<?|^[ \t]*\[[^\]\n]{1,200}\]:[ \t]*<?)(\.{1,2}\/[^\s)>#]*|[\w-][\w./-]*\.mdx?(?=[\s)>#]))/gm,
      (_, opening: string, link: string) => opening + relativePath(target, joinPath(source, link)),
    ),
  );
}

/** One such link; others stay as they are. */
export function relativeTarget(link: string, from: string, to: string): string {
  const isRelative = /^\.{1,2}\/[^\s#]*/.test(link) || /^[\w-][\w./-]*\.mdx?(?:#|$)/.test(link);
  if (!isRelative) return link;
  const [path = '', ...anchor] = link.split('#');
  return [relativePath(folderOf(to), joinPath(folderOf(from), path)), ...anchor].join('#');
}

function relativePath(folder: string, file: string): string {
  const [here, there] = [folder === '' ? [] : folder.split('/'), file.split('/')];
  let shared = 0;
  while (shared < here.length && here[shared] === there[shared]) shared += 1;
  const up = '../'.repeat(here.length - shared);
  return (up === '' ? './' : up) + there.slice(shared).join('/');
}
