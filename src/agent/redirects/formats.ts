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

/** A framework's own redirects come first, because they work on any host. */
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

/** The redirect formats for a framework, best first, as indexes into `formats`. */
export function redirectFormats(framework: string): { nth: number; format: RedirectFormat }[] {
  return formats
    .map((format, nth) => ({ nth, format }))
    .filter(({ format }) => format.framework === null || format.framework === framework);
}

/** Whether docs of a framework can keep redirects. */
export function keepsRedirects(framework: string, siteFiles: Iterable<string>): boolean {
  const files = [...siteFiles];
  return redirectFormats(framework).some(({ format }) => format.inPage === true || files.some(format.fits));
}

/** The file with one more redirect, in one format; null when it has no redirects or cannot be edited safely. */
export function addRedirect(path: string, text: string, nth: number, from: Place, to: Place): string | null {
  try {
    return formats[nth]!.add(text, from, to, path);
  } catch {
    return null;
  }
}
