import { scriptFile } from '../../navigation/script-entries.ts';
import { addToScript } from '../../navigation/script-lists.ts';
import { follow, mainExport, propertyOf } from '../../navigation/script-syntax.ts';
import type { SiteFile } from '../../navigation/site-file.ts';

/** The sidebar of Starlight. https://starlight.astro.build/guides/sidebar/ */
export const starlightNavigation = scriptFile(
  { fits: /(?:^|\/)(?:astro\.config|[\w-]*sidebar[\w-]*)\.[cm]?[jt]s$/, parts: [['sidebar']] },
  {
    targets: ['slug', 'link'],
    titles: ['label'],
    ignored: ['translations', 'badge', 'attrs', 'collapsed'],
    folders: ['directory'],
    texts: true,
  },
  ['sidebar'],
);

/** `redirects` of Astro. https://docs.astro.build/en/guides/routing/#configured-redirects */
export const starlightRedirects: SiteFile = {
  fits: /(?:^|\/)astro\.config\.[cm]?[jt]s$/,
  parts: [['redirects']],
  addRedirect: (text, from, to, path) =>
    addToScript(
      text,
      path,
      (root) => {
        const owner = mainExport(root);
        const list = propertyOf(owner, 'redirects');
        return { owner, list: list === null ? null : follow(list, root) };
      },
      null,
      [from.url, to.url],
    ),
};
