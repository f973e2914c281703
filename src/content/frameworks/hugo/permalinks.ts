import { textField, type FrontMatter } from '../../front-matter.ts';
import { folderOf } from '../../site/paths.ts';

/**
 * A pattern such as `/blog/:year/:slug/` for one page. https://gohugo.io/configuration/permalinks/
 * @param path the page's own path, without its language
 * @param kind a `section` is one of its own sections
 */
export function fillPermalink(pattern: string, path: string, data: FrontMatter, kind = 'page'): string {
  const [year = '', month = '', day = ''] = (textField(data, 'date', 'publishDate') ?? '').split(/\D/);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const sections = (kind === 'section' ? path : folderOf(path)).split('/');
  const slug = textField(data, 'slug');
  const title = slugOf(textField(data, 'title') ?? name);
  const values: Record<string, string> = {
    year,
    month,
    day,
    monthname: '',
    section: sections[0] ?? '',
    sections: sections.join('/'),
    title,
    slug: slug ?? title,
    filename: name,
    contentbasename: name,
    slugorfilename: slug ?? name,
    slugorcontentbasename: slug ?? name,
  };
  return pattern
    .replaceAll(/:sections\[(-?\d*|last)(?::(-?\d*|last))?\]/g, (_, from: string, to = '') =>
      sections
        .slice(from === '' ? 0 : Number(from), to === '' || to === 'last' ? undefined : Number(to))
        .join('/'),
    )
    .replaceAll(/:([a-z]+)/g, (whole, token: string) => values[token] ?? whole);
}

/** What stands for a title in a path has no slash, and neither `+` nor `#`. */
function slugOf(text: string): string {
  return pathOf(text.trim().replaceAll(/[/\\+#]/g, ''), {});
}

/**
 * Lower case, without the characters that a URL cannot have; a dash for spaces, unless there is one.
 * https://github.com/gohugoio/hugo/blob/master/common/paths/path.go
 */
export function pathOf(path: string, options: Record<string, unknown>): string {
  const plain =
    options['removepathaccents'] === true
      ? path
          .normalize('NFD')
          .replaceAll(/\p{Mn}/gu, '')
          .normalize('NFC')
      : path;
  const clean = plain
    .replaceAll(/[^\s\p{L}\p{N}\p{M}./\\_#+~@-]/gu, '')
    .split(/\s+/)
    .reduce((before, word) => `${before}${before.endsWith('-') || word.startsWith('-') ? '' : '-'}${word}`);
  return options['disablepathtolower'] === true ? clean : clean.toLowerCase();
}
