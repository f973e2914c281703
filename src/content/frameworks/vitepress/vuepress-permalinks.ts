import { textField, type FrontMatter } from '../../front-matter.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

/** A page of VuePress: its file as served, the folder of its language, and the pattern that the configuration sets. */
export type VuepressFacts = { version: 1 | 2; pattern: string | null; within: string; locale: string };

/**
 * The path of a VuePress page by its `permalink` or `permalinkPattern`, else by the pattern of the configuration.
 * https://vuepress.vuejs.org/reference/frontmatter.html#permalinkpattern
 */
export function vuepressPermalink(
  { path, isIndex }: PageFile,
  { within, locale, pattern: configured }: VuepressFacts,
  data: FrontMatter,
): string | null {
  const own = textField(data, 'permalink');
  if (own !== null) return own.replace(/^\/+/, '');
  const pattern = textField(data, 'permalinkPattern') ?? configured;
  const isOff = [data['permalink'], data['permalinkPattern']].some((one) => String(one) === 'null');
  if (pattern === null || isOff) return null;
  const name = within.slice(within.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const [year = '', month = '', day = ''] = dateOf(within, name, textField(data, 'date'));
  const values: Record<string, string> = {
    year,
    month,
    day,
    slug: /\d{4}-\d{1,2}(?:-\d{1,2})?-(.*)/.exec(name)?.[1] ?? name,
    raw: isIndex ? `${path}/` : `${path}.html`,
  };
  const filled = pattern.replaceAll(/:(year|month|day|slug|raw)/g, (_, key: string) => values[key]!);
  return joinPath(locale, filled) + (filled.endsWith('/') ? '/' : '');
}

const invalid = /[\p{Cc}"#$%&*+,:;<=>?[\]^`{|}]/gu;

/**
 * A path as VuePress 2 serves it: `_parts/a+b` is `parts/a_b`.
 * https://github.com/vuepress/core/blob/main/packages/utils/src/module/sanitizeFileName.ts
 */
export function sanitizedPath(path: string): string {
  const segments = path.split('/');
  return segments.map((name) => name.replaceAll(invalid, '_').replace(/^_+/, '')).join('/');
}

/** From the front matter, the name of the file or its folders; zeros without one. */
function dateOf(within: string, name: string, written: string | null): string[] {
  const inName = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?-/.exec(name);
  const inFolder = /(\d{4})\/(\d{1,2})(?:\/(\d{1,2}))?(?:\/|$)/.exec(folderOf(within));
  const found = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(written ?? '') ?? inName ?? inFolder;
  if (found === null) return ['0000', '00', '00'];
  return [found[1]!, found[2]!.padStart(2, '0'), (found[3] ?? '1').padStart(2, '0')];
}
