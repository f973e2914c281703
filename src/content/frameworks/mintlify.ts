import type { ReadConfig } from '../config/evaluate-module.ts';
import { asList, asObject, asText, asTexts, walkObjects } from '../config/values.ts';
import { importedParts, snippetParts } from '../includes/part-targets.ts';
import { mintlifyAnchors, mintlifyComponentAnchors } from '../markdown/mintlify-anchors.ts';
import { findConfig } from './find-config.ts';
import { flatValues } from './flat-values.ts';
import type { Framework, PlaceOperation } from './framework.ts';
import { matchGlobs } from './glob.ts';
import { readHostRedirects, readRedirects } from './host-redirects.ts';
import { namedFiles } from './named-files.ts';
import { newPage, newSite } from './new-site.ts';
import { folderOf, isIndexFile, isMarkdown, joinPath, literalPath } from './paths.ts';

/** Files that are no pages, besides those of `.mintignore`, by the code of `@mintlify/common`. */
const never = [
  '{snippets,_snippets}/**',
  '**/.*/**',
  '**/node_modules/**',
  '**/{README,LICENSE,CHANGELOG,CONTRIBUTING}.md',
];

type Place = { version: string | null; language: string | null; isDefault: boolean };

/** Mintlify. https://mintlify.com/docs/organize/settings */
export const mintlify: Framework = {
  name: 'mintlify',
  async open(tree, readConfig, { baseUrl = '' }) {
    const file = findConfig(tree.files, /(?:^|\/)(?:docs|mint)\.json$/);
    const config = file === null ? {} : asObject(await withReferences(file, readConfig));
    const { navigation } = config;
    if (file === null || navigation === undefined) return null;
    const root = folderOf(file);
    const start = root === '' ? '' : `${root}/`;
    const places = readNavigation(navigation);
    const ignored = ((await tree.read(joinPath(root, '.mintignore'))).text ?? '').split('\n');
    const isIgnored = matchGlobs([...ignored.flatMap(ignoreGlobs), ...never]);
    const pages = tree.files
      .filter((one) => one.startsWith(start) && isMarkdown(one) && !isIgnored(one.slice(start.length)))
      .map((one) => {
        const within = one.slice(start.length);
        const place = places.get(within.replace(/\.\w+$/, ''));
        return newPage(one, literalPath(within, ['index']), {
          isIndex: isIndexFile(one, ['index']),
          version: place?.version ?? null,
          language: place?.language ?? null,
          isDefault: place?.isDefault ?? true,
          hidden: places.size > 0 && place === undefined,
          dialects: ['mdx', 'markdown'],
        });
      });
    return newSite(pages, {
      addresses: { base: baseUrl, ending: '', folderEnding: '' },
      redirects: [
        ...readRedirects(config['redirects']),
        ...(await readHostRedirects(tree, root, readConfig)),
      ],
      sourceRoots: [root],
      apiFiles: namedFiles(tree, root, config),
      placeOperation: createPlace(root, config),
      variables: flatValues(config['variables']),
    });
  },
  includes: [],
  parts: [importedParts, snippetParts],
  variables: 'site',
  prepare: (body) => body,
  createAnchors: mintlifyAnchors,
  componentAnchors: mintlifyComponentAnchors,
  movedPath: () => null,
};

/** The pages of the navigation, with their version and language. Other pages are hidden. */
function readNavigation(navigation: unknown): Map<string, Place> {
  const places = new Map<string, Place>();
  const walk = (node: unknown, place: Place, depth: number): void => {
    if (depth > 30) return;
    if (typeof node === 'string') {
      const path = joinPath(node.replace(/\.mdx?$/, ''));
      if (!places.has(path) || (place.isDefault && places.get(path)?.isDefault === false))
        places.set(path, place);
      return;
    }
    if (Array.isArray(node)) {
      for (const item of node) walk(item, place, depth + 1);
      return;
    }
    const object = asObject(node);
    const inner = {
      version: asText(object['version']) ?? place.version,
      language: asText(object['language']) ?? place.language,
      isDefault: place.isDefault,
    };
    const root = asText(object['root']);
    if (root !== null) walk(root, inner, depth + 1);
    for (const [key, value] of Object.entries(object)) {
      if (key === 'versions' || key === 'languages') walkChoices(asList(value), inner, depth + 1);
      else if (key === 'pages' || typeof value === 'object') walk(value, inner, depth + 1);
    }
  };
  /** The entry marked as default, else the first. */
  const walkChoices = (choices: unknown[], place: Place, depth: number): void => {
    const main = choices.find((one) => asObject(one)['default'] === true) ?? choices[0];
    for (const one of choices) walk(one, { ...place, isDefault: place.isDefault && one === main }, depth);
  };
  walk(
    asList(navigation).length > 0 ? navigation : asObject(navigation),
    { version: null, language: null, isDefault: true },
    0,
  );
  return places;
}

/** Maximum references of one configuration, and their maximum depth. */
const maxReferences = 300;
const maxReferenceDepth = 10;

/** The configuration with `{"$ref": "./navigation/en.json"}` resolved. https://mintlify.com/docs/organize/settings */
async function withReferences(file: string, readConfig: ReadConfig): Promise<unknown> {
  let left = maxReferences;
  const fill = async (value: unknown, from: string, depth: number): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((item) => fill(item, from, depth)));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: reference, ...own } = value as Record<string, unknown>;
    const entries = Object.entries(own).map(
      async ([key, inner]) => [key, await fill(inner, from, depth)] as const,
    );
    const filled = Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>;
    if (typeof reference !== 'string' || reference.startsWith('#')) return filled;
    if (depth >= maxReferenceDepth || --left < 0) return filled;
    const target = joinPath(reference.startsWith('/') ? folderOf(file) : folderOf(from), reference);
    const named = await fill((await readConfig(target))['default'], target, depth + 1);
    return Array.isArray(named) ? named : { ...asObject(named), ...filled };
  };
  return fill((await readConfig(file))['default'], file, 0);
}

/**
 * Operations have pages below `api-reference`, or the directory that the navigation names, by tag and title, but only
 * if the configuration names their API description.
 */
function createPlace(root: string, config: Record<string, unknown>): PlaceOperation {
  const directories = new Map<string, string>();
  walkObjects(config, ({ openapi }) => {
    const { source, directory } = asObject(openapi);
    for (const file of asTexts(source ?? openapi)) {
      directories.set(joinPath(root, file), asText(directory) ?? 'api-reference');
    }
  });
  return (file, operation) => {
    const directory = directories.get(file);
    if (directory === undefined || operation.method === '') return null;
    if (operation.href !== null) return joinPath(operation.href);
    const { method, path, summary, tag } = operation;
    const name = summary === null ? `${method}-${fileName(path)}` : fileName(summary);
    return joinPath(directory, fileName(tag ?? ''), name);
  };
}

/** The name of the file that Mintlify makes for an operation, by the code of `@mintlify/common`. */
function fileName(text: string): string {
  return text
    .replaceAll(' ', '-')
    .replaceAll(/\{[^{}\n]*\}/g, '-')
    .replaceAll(/^-|-$/g, '')
    .replaceAll(/[{}(),.'\n/]/g, '')
    .replaceAll('--', '-')
    .toLowerCase();
}

function ignoreGlobs(line: string): string[] {
  const glob = line.trim();
  if (glob === '' || glob.startsWith('#') || glob.startsWith('!')) return [];
  const anywhere = glob.startsWith('/') ? glob : `**/${glob}`;
  return glob.endsWith('/') ? [`${anywhere}**`] : [anywhere, `${anywhere}/**`];
}
