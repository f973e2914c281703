import { docsifyRedirects } from './docsify.ts';
import { docusaurusRedirects } from './docusaurus.ts';
import { antoraRedirects, hugoRedirects, jekyllRedirects } from './front-matter.ts';
import { mdbookRedirects } from './mdbook.ts';
import { mintlifyRedirects, vercelRedirects } from './mintlify.ts';
import { netlifyRules, netlifyTables } from './netlify.ts';
import { fumadocsRedirects, nextraRedirects } from './nextra.ts';
import { sphinxRedirects } from './python-lists.ts';
import { rediraffeFile } from './rediraffe.ts';
import type { Place, RedirectFormat } from './redirect.ts';
import { redoclyRedirects } from './redocly.ts';
import { starlightRedirects } from './starlight.ts';
import { gitbookRedirects, mkdocsRedirects } from './yaml-maps.ts';

/** A framework's own come first: they work wherever the site is served. */
const formats: RedirectFormat[] = [
  docusaurusRedirects,
  starlightRedirects,
  mintlifyRedirects,
  mkdocsRedirects,
  gitbookRedirects,
  mdbookRedirects,
  sphinxRedirects,
  rediraffeFile,
  redoclyRedirects,
  docsifyRedirects,
  nextraRedirects,
  fumadocsRedirects,
  hugoRedirects,
  jekyllRedirects,
  antoraRedirects,
  netlifyRules,
  netlifyTables,
  vercelRedirects,
];

/** The ways in which docs of a framework may keep redirects, the best first, by their place in the list of all. */
export function redirectFormats(framework: string): { nth: number; format: RedirectFormat }[] {
  return formats
    .map((format, nth) => ({ nth, format }))
    .filter(({ format }) => format.framework === null || format.framework === framework);
}

/** Whether docs of a framework have a place for redirects. */
export function keepsRedirects(framework: string, siteFiles: Iterable<string>): boolean {
  const files = [...siteFiles];
  return redirectFormats(framework).some(({ format }) => format.inPage === true || files.some(format.fits));
}

/** The file with one redirect more, by one of the ways; null when it keeps none or cannot be edited safely. */
export function addRedirect(path: string, text: string, nth: number, from: Place, to: Place): string | null {
  try {
    return formats[nth]!.add(text, from, to, path);
  } catch {
    return null;
  }
}
