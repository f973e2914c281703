import { slug } from 'github-slugger';
import type { Heading } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { asText } from '../../config/values.ts';
import { importedParts, namedParts } from '../../includes/part-targets.ts';
import { type AnchorMaker, githubAnchors } from '../../markdown/anchors.ts';
import { dropCodeLanguages } from '../../markdown/code-languages.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { dependsOn } from '../depends-on.ts';
import type { Framework } from '../framework.ts';
import { readMdxComponents } from '../mdx-components.ts';
import { readMetaObject } from '../meta-files.ts';
import { baseOf, isPart, newSite, pagesBelow } from '../new-site.ts';
import { readNextConfig } from '../next-config.ts';
import { hostOfNext } from '../site-host.ts';

/** Where Nextra keeps pages: its own content folder, Next's app folder, and in older versions the pages folder. */
const roots = ['content', 'src/content', 'app', 'src/app', 'pages', 'src/pages'];

/** Nextra 2 to 4. https://nextra.site/docs/file-conventions */
export const nextra: Framework = {
  name: 'nextra',
  async open(tree, readConfig, { baseUrl }) {
    const root = await dependsOn(tree, /^(?:nextra|@theguild\/components)$/);
    if (root === null) return null;
    const { languages, wrapper, basePath, redirects } = await readNextConfig(tree.files, root, readConfig);
    const below = asText(wrapper['contentDirBasePath']) ?? catchAllRoute(tree.files, root);
    const all = [languages.main, ...languages.others].filter((one) => one !== null);
    const pages = roots.flatMap((folder) =>
      pagesBelow(tree.files, joinPath(root, folder), (within) => {
        const isApp = folder.endsWith('app');
        if (within.includes('[') || isPart(within) || (isApp && !/(?:^|\/)page\.\w+$/.test(within)))
          return null;
        const bare = within.replace(/\.\w+$/, '');
        // `app/(docs)/guide/page.mdx` and `guide/index.mdx` are `guide`; `guide.de.mdx` and `de/guide.mdx` are German.
        const ofName = all.find((one) => bare.endsWith(`.${one}`));
        const language = ofName ?? all.find((one) => bare.startsWith(`${one}/`)) ?? null;
        const name =
          ofName === undefined
            ? bare.slice(language === null ? 0 : language.length + 1)
            : bare.slice(0, -ofName.length - 1);
        const own = name.split('/').filter((one) => !isApp || !one.startsWith('('));
        const isIndex = own.at(-1) === (isApp ? 'page' : 'index');
        return {
          path: joinPath(
            language ?? '',
            folder.endsWith('content') ? below : '',
            ...(isIndex ? own.slice(0, -1) : own),
          ),
          isIndex,
          language,
          isDefault: [null, all[0]].includes(language),
          dialects: ['mdx', 'markdown'],
        };
      }),
    );
    if (pages.length === 0) return null;
    return newSite(pages, {
      addresses: {
        base: baseOf(baseUrl, await hostOfNext(tree.files, root, readConfig), basePath),
        ending: '',
        folderEnding: '',
      },
      redirects,
      components: await readMdxComponents(tree, root),
      sourceRoots: [root, ...roots.map((folder) => joinPath(root, folder))],
    });
  },
  mdIsMdx: true,
  siteFiles: [{ fits: /(?:^|\/)_meta(?:\.[\w-]+)?\.(?:[cm]?[jt]sx?|json)$/, readNavigation: readMetaObject }],
  showsUnnamed: true,
  parts: [importedParts, namedParts],
  prepare: dropCodeLanguages,
  createAnchors: nextraAnchors,
  componentAnchors: ({ name, children }) => (name === 'summary' ? [slug(toString(children))] : []),
};

/**
 * The page's title has no part in the count of duplicates, and ids that are written count as headings do.
 * https://github.com/shuding/nextra/blob/main/packages/nextra/src/server/remark-plugins/remark-headings.ts
 */
function nextraAnchors(): AnchorMaker {
  const [ofTitle, ofHeading] = [githubAnchors(), githubAnchors()];
  const maker = (heading: Heading): string => (heading.depth === 1 ? ofTitle : ofHeading)(heading);
  const fromId = (id: string): string =>
    ofHeading({ type: 'heading', depth: 2, children: [{ type: 'text', value: id }] });
  return Object.assign(maker, { fromId });
}

/** `app/[lang]/docs/[[...mdxPath]]/page.jsx` serves the content below `docs`. */
function catchAllRoute(files: string[], root: string): string {
  const file = files.find((one) => one.startsWith(root) && one.includes('/[[...mdxPath]]/')) ?? '';
  const steps = folderOf(folderOf(file.slice(file.lastIndexOf('app/') + 4))).split('/');
  return steps.filter((step) => !/^[([]/.test(step)).join('/');
}
