import { asObject, asText } from '../../config/values.ts';
import { listField, splitFrontMatter, textField, type FrontMatter } from '../../front-matter.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { unicodeSlug } from '../../markdown/python-anchors.ts';
import { joinPath } from '../../site/paths.ts';

type Blog = {
  /** The paths of posts, by their files. */
  paths: Map<string, string>;
  /** Paths below which the blog generates pages. */
  generated: string[];
  /** Whether posts with a date to come are drafts. */
  hidesFuture: boolean;
};

/**
 * The posts of Material's blog plugin, whose URLs are composed of date and title.
 * https://squidfunk.github.io/mkdocs-material/plugins/blog/#config.post_url_format
 * @param start the folder of the docs, with a slash at its end unless it is the root
 */
export async function readBlog(
  tree: FileTree,
  start: string,
  files: string[],
  options: unknown,
): Promise<Blog> {
  const named = asObject(options);
  const blog = joinPath(asText(named['blog_dir']) ?? 'blog');
  const posts = joinPath((asText(named['post_dir']) ?? '{blog}/posts').replace('{blog}', blog));
  const format = asText(named['post_url_format']) ?? '{date}/{slug}';
  const dateFormat = asText(named['post_url_date_format']) ?? 'yyyy/MM/dd';
  const paths = new Map<string, string>();
  for (const file of files.filter((one) => one.startsWith(`${start}${posts}/`))) {
    const { data, body } = splitFrontMatter((await tree.read(file)).text ?? '');
    const within = file.slice(start.length + posts.length + 1);
    const values: Record<string, string> = {
      date: formatDate(dateFormat, dateOf(data)),
      slug: textField(data, 'slug') ?? unicodeSlug(textField(data, 'title') ?? headingOf(body)),
      file: within.slice(within.lastIndexOf('/') + 1).replace(/\.\w+$/, ''),
      categories: listField(data, 'categories').slice(0, 1).map(unicodeSlug).join('/'),
    };
    const path = format.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    paths.set(file, joinPath(blog, path));
  }
  const made = ['archive', 'category', 'author', 'page'].map((name) => joinPath(blog, name));
  return { paths, generated: made, hidesFuture: named['draft_if_future_date'] === true };
}

export function dateOf(data: FrontMatter): string {
  return textField(data, 'date') ?? asText(asObject(data['date'])['created']) ?? '';
}

function formatDate(format: string, date: string): string {
  const [year = '', month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(date)?.slice(1) ?? [];
  return format
    .replace(/y{4}/, year)
    .replace(/y{2}/, year.slice(2))
    .replace(/M{2}/, month.padStart(2, '0'))
    .replace(/d{2}/, day.padStart(2, '0'));
}

function headingOf(body: string): string {
  return (/^#[ \t]+([^\n]*)/m.exec(body)?.[1] ?? '').replaceAll(/\{[^{}]*\}[ \t]*$|[*_`]/g, '');
}
