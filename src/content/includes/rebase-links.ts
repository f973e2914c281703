import { folderOf, joinPath } from '../site/paths.ts';
import { mapProse } from '../markdown/split-prose.ts';

/**
 * Makes the relative links and images of an included file relative to the including file, because frameworks resolve
 * them from the file in which they are written.
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

/** Rebases one link, if it is relative. */
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
