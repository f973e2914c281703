import { listField, textField, type FrontMatter } from '../../front-matter.ts';
import { folderOf } from '../../site/paths.ts';

/** Built-in formats. https://jekyllrb.com/docs/permalinks/#built-in-formats */
const named: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

/**
 * The permalink pattern of a page: its own, else the site's, which for pages and collections only decides whether URLs
 * end with a slash, with `.html` or with nothing.
 */
export function permalinkPattern(own: string | null, site: string | null, collection: string): string {
  if (collection === 'posts')
    return named[own ?? ''] ?? own ?? named[site ?? ''] ?? site ?? named['date'] ?? '';
  if (own !== null && !(own in named)) return own;
  const wanted = (own === null ? null : named[own]) ?? named[site ?? ''] ?? site ?? '.html';
  const ending = wanted.endsWith('/') ? '/' : /:output_ext|\.html/.test(wanted) ? ':output_ext' : '';
  return (collection === 'pages' ? '/:path/:basename' : '/:collection/:path') + ending;
}

type Named = {
  /** The path relative to the collection's folder, or else to the site's. */
  path: string;
  collection: string;
  data: FrontMatter;
};

/** Fills a pattern for one page. */
export function fillJekyllPermalink(pattern: string, { path, collection, data }: Named): string {
  const bare = path.replace(/\.\w+$/, '');
  const file = bare.slice(bare.lastIndexOf('/') + 1);
  const dated = /^(\d{2,4})-(\d{1,2})-(\d{1,2})-(.*)$/.exec(file);
  const date = (textField(data, 'date') ?? dated?.slice(1, 4).join('-') ?? '').split(/\D/);
  const [year = '', month = '', day = ''] = date;
  const name = dated?.[4] ?? file;
  const folders = folderOf(bare);
  const steps = folders.split('/');
  // The folders that hold `_posts` are categories, those in it are not.
  const categories = [
    ...steps.slice(0, Math.max(0, steps.indexOf('_posts'))),
    ...listField(data, 'categories', 'category'),
  ];
  const title = textField(data, 'slug') ?? name;
  if (collection === 'pages' && name === 'index' && pattern.startsWith('/:path/:basename'))
    return `${folders}/`;
  const values: Record<string, string> = {
    collection,
    path: collection === 'pages' ? folders : bare,
    basename: file,
    name: slugOf(file),
    title,
    slug: slugOf(title),
    categories: categories
      .filter((one) => one !== '')
      .map((one) => one.toLowerCase())
      .join('/'),
    year,
    month: month.padStart(2, '0'),
    i_month: String(Number(month)),
    day: day.padStart(2, '0'),
    i_day: String(Number(day)),
    short_year: year.slice(-2),
    output_ext: '.html',
  };
  return pattern
    .replaceAll(/:([a-z_]+)/g, (whole, key: string) => values[key] ?? whole)
    .replaceAll(/\/{2,}/g, '/');
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
