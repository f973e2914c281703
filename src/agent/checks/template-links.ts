import { frameworkNamed } from '../../content/frameworks/registry.ts';
import type { FoundLink, LinkForm } from '../../content/links/found-link.ts';
import type { Site } from './checked-site.ts';

/** How the site's template language writes a link; undefined for a plain one. */
export const formOf = (site: Site, { form }: FoundLink): LinkForm | undefined =>
  form === undefined ? undefined : frameworkNamed(site.framework).linkForms?.[form];

/** A link's destination as the site resolves it. */
export const destinationOf = (site: Site, file: string, link: FoundLink): string =>
  formOf(site, link)?.read?.(link.url, file, site) ?? link.target ?? link.url;
