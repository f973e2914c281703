import { lineEntries, markdownLine } from './line-entries.ts';
import type { NavigationFormat } from './navigation.ts';

/** mdBook's `SUMMARY.md`. https://rust-lang.github.io/mdBook/format/summary.html */
export const mdbookNavigation: NavigationFormat = {
  framework: 'mdbook',
  fits: (path) => /(?:^|\/)SUMMARY\.md$/.test(path),
  read: (text) => ({ entries: lineEntries(text, 'markdown', markdownLine), folders: [] }),
};

/** GitBook's `SUMMARY.md`. https://gitbook.com/docs/getting-started/git-sync/content-configuration */
export const gitbookNavigation: NavigationFormat = { ...mdbookNavigation, framework: 'gitbook' };

/** docsify's sidebar and top navigation. https://docsify.js.org/#/more-pages?id=sidebar */
export const docsifyNavigation: NavigationFormat = {
  ...mdbookNavigation,
  framework: 'docsify',
  fits: (path) => /(?:^|\/)_?(?:sidebar|navbar)\.md$/.test(path),
};
