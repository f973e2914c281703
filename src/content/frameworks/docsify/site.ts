import { withoutEnd } from '../../../lib/without-end.ts';
import { type Include, includesOf, regionOf } from '../../includes/include-syntax.ts';
import { textAnchors } from '../../markdown/anchors.ts';
import { fenced } from '../../markdown/section-text.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import type { Framework } from '../framework.ts';
import { isPart, newSite, pagesBelow } from '../new-site.ts';
import { summaryFile } from '../summary.ts';
import { openTag, ownLine } from '../../markdown/component-tag.ts';
import { mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';

/** docsify, whose configuration is in a script of its HTML page. https://docsify.js.org/#/configuration */
export const docsify: Framework = {
  name: 'docsify',
  async open(tree, _readConfig, { baseUrl = '' }, claimed) {
    for (const file of claimed) {
      const { text } = await tree.read(file);
      if (text === null || !/\$docsify\b|\bdocsify(?:@[\w.]+)?\//.test(text)) continue;
      const option = (name: string): string | null =>
        new RegExp(`\\b${name}["']?[ \\t]*:[ \\t]*["']([^"'\\n]*)["']`).exec(text)?.[1] ?? null;
      // A base path may be a folder of the repository, or the site's path on its host.
      const named = joinPath(folderOf(file), option('basePath') ?? '');
      const isFolder = named === '' || tree.files.some((one) => one.startsWith(`${named}/`));
      const root = isFolder ? named : folderOf(file);
      const homepage = option('homepage') ?? 'README.md';
      const parts = ['loadSidebar', 'loadNavbar', 'coverpage', 'notFoundPage'].map(option);
      const pages = pagesBelow(
        tree.files,
        root,
        (within) =>
          isPart(within) || parts.includes(within.slice(within.lastIndexOf('/') + 1))
            ? null
            : within === homepage
              ? { path: '', isIndex: true }
              : {},
        ['README'],
      );
      const isHistory = option('routerMode') === 'history';
      return newSite(pages, {
        title: option('name'),
        addresses: {
          base: isHistory ? baseUrl : `${withoutEnd(baseUrl, '/')}/#`,
          ending: '',
          folderEnding: '/',
        },
        sourceRoots: [root],
      });
    }
    return null;
  },
  siteFiles: [{ ...summaryFile, fits: /(?:^|\/)_?(?:sidebar|navbar)\.md$/ }],
  includes: [{ marks: [':include'], find: (piece, isCode) => (isCode ? [] : findIncludes(piece)) }],
  prepare: docsifyText,
  createAnchors: () => textAnchors(anchorOf),
  readLink: (target) =>
    target
      .replace(/^(?:\.\/)?#(?=\/)/, '')
      .replace(/(^[^?#]*)\?id=([^&#]*).*/s, (_, path: string, id: string) => `${path}#${id}`),
};

/** `[name](part.md ':include :type=code :fragment=demo')`. https://docsify.js.org/#/embed-files */
function findIncludes(piece: string): Include[] {
  const link = /\[[^[\]\n]*\]\(([^\s()]+)[ \t]+(["'])(:include[^"'\n]*)\2\)/g;
  return includesOf(piece, link, ([, target = '', , options = '']) => {
    const [, type, language] = /:type=(\w+)(?:[ \t]+([\w+#-]+))?/.exec(options) ?? [];
    const fragment = /:fragment=([\w-]+)/.exec(options)?.[1];
    const render = (content: string, file: string): string => {
      const part = fragment === undefined ? content : fragmentOf(content, fragment);
      if (type === 'markdown' || (type === undefined && isMarkdown(file))) return part.trim();
      return type === 'iframe'
        ? ''
        : fenced(part.trimEnd(), language ?? file.slice(file.lastIndexOf('.') + 1));
    };
    return { target, render };
  }).filter(({ target }) => !target.includes('://'));
}

/** The text between two `### [demo]` lines or the marks of a region. */
function fragmentOf(text: string, name: string): string {
  const [, between] = text.split(new RegExp(`^[ \\t]*(?:///|###)[^\\n]*\\[${name}\\][^\\n]*\\n`, 'm'), 2);
  return between ?? regionOf(text, name) ?? text;
}

const escaped: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '39' };

/**
 * Made from the heading's HTML without its tags: lower case, no punctuation, each run of spaces and dashes is one dash, a leading
 * digit gets `_`. Escaped characters leave their names: `What's` is `what39s`.
 * https://github.com/docsifyjs/docsify/blob/develop/src/core/render/slugify.js
 */
function anchorOf(text: string): string {
  return text
    .trimEnd()
    .normalize('NFC')
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll(/[&<>"']/g, (character) => escaped[character] ?? '')
    .replaceAll(/[\u2000-\u206F\u2E00-\u2E7F\\!#$%()*+,./:;=?@[\]^`{|}~]/g, '')
    .replaceAll(/\s/g, '-')
    .replaceAll(/-+/g, '-')
    .replace(/^(\d)/, '_$1');
}

const callouts: Record<string, string> = { '!': 'warning', '?': 'tip' };

/**
 * Turns docsify's own syntax into components: `!> text`, `?> text`, `:id=…` of headings, the attributes in the titles of links,
 * `{docsify-ignore}`; of tabs each starts with a heading in bold. https://docsify.js.org/#/helpers
 */
function docsifyText(body: string): string {
  const hasTabs = body.includes('tabs:start');
  return mapProse(body, (prose) =>
    mapOutsideCodeSpans(
      hasTabs ? prose.replaceAll(/^([ \t]*)#{1,6}[ \t]+(\*\*[^*\n]+\*\*)[ \t]*$/gm, '\n$1$2\n') : prose,
      (text) =>
        text
          .replaceAll(/(?:<!--[ \t]*)?\{docsify-[\w-]+\}(?:[ \t]*-->)?/g, '')
          .replaceAll(/^(#{1,6}[ \t][^\n]*?)(?<![ \t])[ \t]+:id=([\w.:-]+)[ \t]*$/gm, '$1 {#$2}')
          .replaceAll(/[ \t](['"])(?=:)(?::[\w-]+(?:=[^\s'"]*)?[ \t]*)+\1\)/g, ')')
          .replaceAll(
            /^([!?])>[ \t]*([^\n]*(?:\n(?![ \t]*\n|[!?]>|#{1,6}[ \t])[^\n]+)*)/gm,
            (_, mark: string, inside: string) => {
              const start = openTag('Admonition', { type: callouts[mark] });
              return `${ownLine('', start)}${inside}\n${ownLine('', '</Admonition>')}`;
            },
          ),
    ),
  );
}
