import type { PageFile } from './frameworks/framework.ts';
import { joinPath } from './site/paths.ts';
import { type FrontMatter, textField } from './front-matter.ts';

/** The path in the front matter field that the URL mapping names. */
export function slugOf({ extra }: PageFile, data: FrontMatter): string | null {
  const { slugField, slugPrefix = '' } = extra ?? {};
  const slug = slugField === undefined ? null : textField(data, slugField);
  return slug === null ? null : joinPath(slugPrefix, slug);
}
