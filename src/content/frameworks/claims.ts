import { posix } from 'node:path';
import type { ConfigNames } from '../sources/above.ts';

/** The names by which a framework's sites are known. */
type Claim = {
  /** The files of which its sites have at least one. */
  files: RegExp;
  /** Whether other programs have files of these names too. */
  isShared?: true;
  /** Folders in which it keeps configuration, relative to that of the site. */
  folders?: string[];
  /** What it reads beside its configuration, relative to the folder of the site. */
  besides?: RegExp;
};

/** By framework; apart from their rules, so that a server lists and fetches files without loading any of these. */
export const claims: Record<string, Claim> = {
  antora: { files: /(?:^|\/)antora\.ya?ml$/, besides: /^[\w.-]*playbook[\w.-]*\.ya?ml$/ },
  docfx: { files: /(?:^|\/)docfx\.json$/ },
  docsify: { files: /(?:^|\/)index\.html$/, isShared: true },
  docusaurus: {
    files: /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/,
    folders: ['website'],
    besides: /^(?:website\/)?(?:sidebars?\.(?:[cm]?[jt]s|json|ya?ml)|versions\.json)$/,
  },
  eleventy: { files: /(?:^|\/)(?:\.eleventy\.c?js|eleventy\.config\.[cm]?[jt]s)$/ },
  fern: { files: /(?:^|\/)docs\.ya?ml$/, isShared: true },
  fumadocs: {
    files: /(?:^|\/)(?:source\.config\.[cm]?[jt]s|package\.json)$/,
    isShared: true,
    folders: ['lib', 'src/lib'],
    besides: /^next\.config\.[cm]?[jt]s$|^(?:src\/)?lib\/source\.tsx?$/,
  },
  gitbook: { files: /(?:^|\/)(?:\.gitbook\.ya?ml|SUMMARY\.md)$/ },
  honkit: { files: /(?:^|\/)book\.js(?:on)?$/, isShared: true },
  hugo: {
    files:
      /(?:^|\/)(?:hugo|config)\.(?:toml|ya?ml|json)$|(?:^|\/)config\/_default\/[\w.-]+\.(?:toml|ya?ml|json)$/,
    isShared: true,
    folders: ['config/_default'],
  },
  jekyll: { files: /(?:^|\/)_config\.ya?ml$/, isShared: true },
  mdbook: { files: /(?:^|\/)book\.toml$/ },
  mintlify: { files: /(?:^|\/)(?:docs|mint)\.json$/ },
  mkdocs: { files: /(?:^|\/)(?:(?:mkdocs|properdocs)[\w.-]*\.ya?ml|zensical\.toml)$/ },
  nextra: { files: /(?:^|\/)package\.json$/, isShared: true, besides: /^next\.config\.[cm]?[jt]s$/ },
  'nuxt-content': {
    files: /(?:^|\/)(?:package\.json|\.(?:config|docs)\/docs\.ya?ml)$/,
    isShared: true,
    besides: /^(?:nuxt|content)\.config\.[cm]?[jt]s$/,
  },
  quarto: { files: /(?:^|\/)_quarto\.ya?ml$/ },
  redocly: { files: /(?:^|\/)redocly\.ya?ml$/, besides: /^(?:sidebars|versions)\.ya?ml$/ },
  rspress: { files: /(?:^|\/)rspress\.config\.[cm]?[jt]s$/ },
  sphinx: { files: /(?:^|\/)(?:_toc\.ya?ml|conf(?:\.(?:cmake)?in)?\.py(?:\.in)?)$/ },
  starlight: { files: /(?:^|\/)astro\.config\.[cm]?[jt]s$/, isShared: true },
  vitepress: {
    files: /(?:^|\/)\.(?:vite|vue)press\/config(?:\/index)?\.[cm]?[jt]s$/,
    folders: ['.vitepress', '.vuepress'],
  },
  wiki: { files: /^home\.\w+$/i, isShared: true },
};

/** Where hosts keep redirects. */
const ofHosts = /^(?:_redirects|vercel\.json|netlify\.toml)$/;

const all = Object.values(claims);

/** Whether a file can only be the configuration of a docs site. */
export function isDocsConfig(path: string): boolean {
  return all.some((claim) => claim.isShared !== true && holds(claim, path));
}

function holds({ files, folders = [] }: Claim, path: string): boolean {
  return ['.', ...folders].includes(posix.dirname(path)) && files.test(path) && !isPage(path);
}

/** Pages tell a framework only among the docs. */
function isPage(path: string): boolean {
  return /\.(?:md|html)$|^home\./i.test(path);
}

/** The configuration that is looked for in folders above the docs. */
export const configNames: ConfigNames = {
  folders: ['', ...new Set(all.flatMap(({ folders = [] }) => folders))],
  has: (path) =>
    ofHosts.test(path) || all.some((claim) => holds(claim, path) || claim.besides?.test(path) === true),
};
