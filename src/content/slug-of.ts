import type { PageFile } from './site/site-facts.ts';
import { joinPath } from './site/paths.ts';
import { type FrontMatter, textField } from './front-matter.ts';

/** The path in the front matter field that the URL mapping names. */
export function slugOf({ slug: named }: PageFile, data: FrontMatter): string | null {
  const slug = named === undefined ? null : textField(data, named.field);
  return slug === null ? null : joinPath(named!.prefix, slug);
}
