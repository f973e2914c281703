import { posix } from 'node:path';
import { frameworkNamed } from '../../content/frameworks/registry.ts';
import type { FoundLink, LinkForm } from '../../content/links/found-link.ts';
import type { Site } from './checked-site.ts';

/** How the site's template language writes a link; undefined for a plain one. */
export const formOf = (site: Site, { form }: FoundLink): LinkForm | undefined =>
  form === undefined ? undefined : frameworkNamed(site.framework).linkForms?.[form];

/** A link's destination as the site resolves it. */
export function destinationOf(site: Site, file: string, link: FoundLink): string {
  if (isFromRoot(site, file, link)) return `/${link.url}`;
  return formOf(site, link)?.read?.(link.url, file, site) ?? link.target ?? link.url;
}

/** Whether an included file is named from the root of the docs or of the repository, as `--8<-- "docs/part.md"`. */
export function isFromRoot(site: Site, file: string, { url, syntax, maybe }: FoundLink): boolean {
  if (syntax !== 'file' || maybe !== true || /^[./@]/.test(url)) return false;
  const roots = [...site.sourceRoots, site.docsRoot, ''];
  const isBeside = site.has(posix.join(posix.dirname(file), url));
  return !isBeside && roots.some((root) => site.has(posix.join(root, url)));
}
