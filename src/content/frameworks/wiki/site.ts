import { readWikiLinks } from './links.ts';
import type { Framework } from '../framework.ts';
import { newPage, newSite } from '../new-site.ts';
import { isDocsFile, withoutEnding } from '../../site/endings.ts';

const isHomePage = (file: string) => /^home$/i.test(withoutEnding(file));

/** What stands beside each page. */
const around = /(?:^|\/)_(?:sidebar|footer|header)\.\w+$/i;

const startPage = /^(?:index|readme)\.\w+$/i;

/**
 * The repository of a wiki: GitHub's, GitLab's, Gitea's, Gollum's. Pages are files at its root, and begin with `Home`.
 * https://docs.github.com/en/communities/documenting-your-project-with-wikis
 */
export const wiki: Framework = {
  name: 'wiki',
  async open(tree, _readConfig, { baseUrl = '' }) {
    const { files } = tree;
    const isWiki =
      files.some((file) => isHomePage(file)) &&
      (files.some((file) => around.test(file)) || !files.some((file) => startPage.test(file)));
    if (!isWiki) return null;
    const pages = files
      .filter((file) => isDocsFile(file) && !around.test(file) && !file.startsWith('.'))
      .map((file) => {
        const isHome = isHomePage(file);
        return newPage(file, isHome ? '' : file.replace(/\.\w+$/, '').replaceAll(' ', '-'), {
          isIndex: isHome,
        });
      });
    return newSite(pages, {
      addresses: { base: baseUrl, ending: '', folderEnding: '' },
      assemble: async ({ file }, text) => ({ text: readWikiLinks(text, file, tree, true) }),
    });
  },
};
