import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asObject, asText, asTexts } from '../../config/values.ts';
import { joinPath } from '../../site/paths.ts';

/** https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#exclude */
export const usualExclude = [
  '**/_*.{js,jsx,ts,tsx,md,mdx}',
  '**/_*/**',
  '**/*.test.{js,jsx,ts,tsx}',
  '**/__tests__/**',
];

/** One version of the docs in one language. */
export type DocsVersion = {
  /** The folder of the version's files. */
  folder: string;
  /** The path prefix of the language, before the route of the docs; '' for the default language. */
  prefix: string;
  /** The path prefix of the version, after the route of the docs. */
  path: string;
  name: string | null;
  language: string | null;
  /** Whether readers get it by default: the last released version in the default language. */
  isDefault: boolean;
};

/**
 * The default language, which has no prefix (null for a site of one language), the others, and their folders and path
 * prefixes.
 */
export type Languages = {
  main: string | null;
  others: string[];
  folderOf: (language: string) => string;
  prefixOf: (language: string) => string;
};

/**
 * The versions of a docs plugin: the first in `versions.json` is the last released one and has no prefix, the others
 * have their name as prefix, and unreleased docs have `next`. https://docusaurus.io/docs/versioning
 */
export async function listVersions(
  root: string,
  options: Record<string, unknown>,
  languages: Languages,
  readConfig: ReadConfig,
  hasFiles: (folder: string) => boolean,
): Promise<DocsVersion[]> {
  const id = asText(options['id']);
  const plugin = id === null || id === 'default' ? '' : id;
  const prefix = plugin === '' ? '' : `${plugin}_`;
  const listed = asTexts((await readConfig(joinPath(root, `${prefix}versions.json`)))['default']);
  const released = options['disableVersioning'] === true ? [] : listed;
  const last = asText(options['lastVersion']) ?? released[0] ?? 'current';
  const all = options['includeCurrentVersion'] === false ? released : ['current', ...released];
  const only = asTexts(options['onlyIncludeVersions']);
  const names = only.length > 0 ? all.filter((name) => only.includes(name)) : all;
  return names.flatMap((name) => {
    const { path, label } = asObject(asObject(options['versions'])[name]);
    const version = {
      path: asText(path) ?? (name === last ? '' : name === 'current' ? 'next' : name),
      isDefault: name === last || released.length === 0,
      name: released.length === 0 ? null : name === 'current' ? (asText(label) ?? 'next') : name,
    };
    const current = joinPath(root, asText(options['path']) ?? 'docs');
    const own = joinPath(root, `${prefix}versioned_docs/version-${name}`);
    // Some copy the current docs to the last version's folder when they build.
    const isMade = name === last && !names.includes('current') && !hasFiles(own);
    const folder = name === 'current' || isMade ? current : own;
    const translated = languages.others.map((language) => ({
      ...version,
      folder: joinPath(
        root,
        languages.folderOf(language),
        `docusaurus-plugin-content-docs${plugin === '' ? '' : `-${plugin}`}`,
        name === 'current' ? 'current' : `version-${name}`,
      ),
      prefix: languages.prefixOf(language),
      language,
      isDefault: false,
    }));
    return [{ ...version, folder, prefix: '', language: languages.main }, ...translated];
  });
}
