import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { withoutEnd } from './without-end.ts';

/** Characters. What is longer is a sentence. */
const maxLength = 60;

/** What stands around a name: `Acme Docs`, `The Acme documentation`, `acme-website`. */
const before =
  /^(?:welcome to |(?:the )?(?:official )?(?:docs|documentation) (?:of|for) |the (?=.* docs?\b|.* documentation\b))/i;
const after =
  /(?<![\s_-])[\s_-]{1,20}(?:(?:official|developer|user|api|product|project)[\s_-]{1,20})?(?:docs?|documentation|(?:web-?)?site|monorepo|root|workspace)$/i;
/** Names of any docs and packages, which say nothing of what these are about. */
const general =
  /^(?:(?:my|your|new|the|our|developer|user|project|product)[\s_-]+)?(?:docs?|documentation|handbook|manual|guides?|home|site|web-?site|web|www|app|api|content|pages?|src|srv|data|tmp|mnt|code|work|root|main|monorepo|mono|workspace|package|packages|project|repo(?:sitory)?|book|title|untitled.*)$/i;

/** The name in a title: `Acme` of `Acme Docs | Ship faster`; null when it names nothing. */
export function productOf(title: string): string | null {
  for (const part of title.split(/\s[|·•–—-]\s|:\s/)) {
    const said = part.trim();
    const name = said
      .replace(before, '')
      .replace(after, '')
      .replace(/\.org$/i, '')
      .trim();
    const isName = /[\p{L}\p{N}]/u.test(name) && name.length <= maxLength && !/[{}<>$\p{Cc}]/u.test(name);
    if (isName && !general.test(said) && !general.test(name)) return name;
  }
  return null;
}

/** The name in a folder's path or a repository's address: of the folder above, where its own is as general as `docs`. */
export function productOfPlace(place: string): string | null {
  let folder = withoutEnd(place, '/').replace(/\.git$/, '');
  while (productOf(basename(folder)) === null && dirname(folder) !== folder) folder = dirname(folder);
  return folder === homedir() ? null : productOf(basename(folder));
}
