import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asObject, asText, asTexts } from '../../config/values.ts';
import { joinPath } from '../../site/paths.ts';
import { type Content, contentFolders, type Languages, type Options } from './content.ts';

/** One version of the docs in one language; the last released one in the default language is the default. */
export type DocsVersion = Content & {
  /** The path prefix of the version, after the route of the docs. */
  path: string;
  name: string | null;
};

/**
 * The versions of a docs plugin: the first in `versions.json` is the last released one and has no prefix, the others
 * have their name as prefix, and unreleased docs have `next`. https://docusaurus.io/docs/versioning
 */
export async function listVersions(
  root: string,
  options: Options,
  languages: Languages,
  readConfig: ReadConfig,
  hasFiles: (folder: string) => boolean,
): Promise<DocsVersion[]> {
  const id = asText(options['id']);
  const prefix = id === null || id === 'default' ? '' : `${id}_`;
  const listed = asTexts((await readConfig(joinPath(root, `${prefix}versions.json`)))['default']);
  const released = options['disableVersioning'] === true ? [] : listed;
  const last = asText(options['lastVersion']) ?? released[0] ?? 'current';
  const all = options['includeCurrentVersion'] === false ? released : ['current', ...released];
  const only = asTexts(options['onlyIncludeVersions']);
  const names = only.length > 0 ? all.filter((name) => only.includes(name)) : all;
  const [current, ...translated] = contentFolders(root, 'docs', options, languages);
  return names.flatMap((name): DocsVersion[] => {
    const { path, label } = asObject(asObject(options['versions'])[name]);
    const version = {
      path: asText(path) ?? (name === last ? '' : name === 'current' ? 'next' : name),
      name: released.length === 0 ? null : name === 'current' ? (asText(label) ?? 'next') : name,
    };
    const own = joinPath(root, `${prefix}versioned_docs/version-${name}`);
    // Some copy the current docs to the last version's folder when they build.
    const isMade = name === last && !names.includes('current') && !hasFiles(own);
    return [
      {
        ...current!,
        ...version,
        ...(name !== 'current' && !isMade && { folder: own }),
        isDefault: name === last || released.length === 0,
      },
      ...translated.map(({ folder, ...known }) => ({
        ...known,
        ...version,
        folder: joinPath(folder, name === 'current' ? 'current' : `version-${name}`),
      })),
    ];
  });
}
