import type { SiteFile } from '../../navigation/site-file.ts';
import { scriptEntries } from '../../navigation/script-entries.ts';
import { parseScript, propertyOf } from '../../navigation/script-syntax.ts';

/** `meta.json` of a folder. `...` stands for all others. https://fumadocs.dev/docs/headless/page-conventions */
export const fumadocsNavigation: SiteFile = {
  fits: /(?:^|\/)meta(?:\.[\w-]+)?\.json$/,
  parts: [['pages']],
  readNavigation(text, path) {
    const root = parseScript(text, path);
    const pages = propertyOf(root, 'pages');
    const rules = { targets: [], titles: [], texts: true };
    const { entries } = scriptEntries(text, root, pages === null ? [] : [pages], rules);
    const isSpecial = ({ target }: { target: string }) => /^(?:!|\.\.\.|---|\[|z\.\.\.)/.test(target);
    const rest = pages === null || entries.some(({ target }) => target === '...' || target === 'z...a');
    const open = entries.flatMap(({ target }) => /^\.\.\.(.+)$/.exec(target)?.[1] ?? []);
    return {
      entries: entries.filter((entry) => !isSpecial(entry)),
      folders: [...(rest ? ['.'] : []), ...open],
    };
  },
};
