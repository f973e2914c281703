import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asObject, asText } from '../../config/values.ts';
import { importedParts, snippetParts } from '../../includes/part-targets.ts';
import { mintlifyAnchors, mintlifyComponentAnchors, mintlifyLink } from '../../markdown/mintlify-anchors.ts';
import { mapProse } from '../../markdown/split-prose.ts';
import { flatValues } from '../flat-values.ts';
import type { Framework, PlaceOperation } from '../framework.ts';
import { scriptFile } from '../../navigation/script-entries.ts';
import { addToJson } from '../../navigation/script-lists.ts';
import { ignoreGlobs, matchGlobs } from '../../site/glob.ts';
import { readRedirects } from '../host-redirects.ts';
import { type ApiUse, readNavigation } from './pages.ts';
import { namedFiles } from '../named-files.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';

/** Files that are no pages, besides those of `.mintignore`, by the code of `@mintlify/common`. */
const never = [
  '{snippets,_snippets}/**',
  '**/.*/**',
  '**/node_modules/**',
  '**/{README,LICENSE,CHANGELOG,CONTRIBUTING}.md',
];

/** Mintlify. https://mintlify.com/docs/organize/settings */
export const mintlify: Framework<{ others: string[] }> = {
  name: 'mintlify',
  async open(tree, readConfig, { baseUrl }, [file = '']) {
    const config = file === null ? {} : asObject(await withReferences(file, readConfig));
    const { navigation } = config;
    if (file === null || navigation === undefined) return null;
    const root = folderOf(file);
    const start = root === '' ? '' : `${root}/`;
    const { places, apis } = readNavigation(navigation, root);
    const ignored = (await tree.read(joinPath(root, '.mintignore'))).text ?? '';
    const isIgnored = matchGlobs([...ignoreGlobs(ignored), ...never]);
    const files = tree.files.filter(
      (one) => one.startsWith(start) && isMarkdown(one) && !isIgnored(one.slice(start.length)),
    );
    const served = servedPaths(
      files.map((one) => bareName(one, start)),
      [...places.keys()],
    );
    const pages = files.map((one) => {
      const within = one.slice(start.length);
      const [path, ...others] = served.get(bareName(one, start)) ?? [];
      const place = places.get(path ?? bareName(one, start));
      return newPage(one, literalPath(path ?? within, ['index']), {
        isIndex: isIndexFile(one, ['index']),
        version: place?.version ?? null,
        language: place?.language ?? null,
        isDefault: place?.isDefault ?? true,
        hidden: places.size > 0 && place === undefined,
        dialects: ['mdx', 'markdown'],
        ...(others.length > 0 && { facts: { others } }),
      });
    });
    const made = new Set([...files.map((one) => bareName(one, start)), ...[...served.values()].flat()]);
    // https://mintlify.com/docs/optimize/seo
    const { canonical } = asObject(asObject(config['seo'])['metatags']);
    return newSite(pages, {
      title: asText(config['name']),
      addresses: { base: baseOf(baseUrl, canonical, null), ending: '', folderEnding: '' },
      redirects: readRedirects(config['redirects']),
      // The build brings pages of the navigation that have no file here from elsewhere.
      generated: [...places.keys()]
        .filter((path) => !made.has(path))
        .map((path) => literalPath(path, ['index'])),
      sourceRoots: [root],
      apiFiles: namedFiles(tree, root, config),
      placeOperation: createPlace(apis),
      apiFacts: (api) => apis.find((use) => use.file === api)?.place ?? {},
      variables: flatValues(config['variables']),
    });
  },
  mdIsMdx: true,
  // https://www.mintlify.com/docs/organize/navigation https://www.mintlify.com/docs/create/redirects
  siteFiles: [
    scriptFile(
      {
        fits: /(?:^|\/)(?:docs|mint)\.json$/,
        parts: [['navigation'], ['redirects']],
        addRedirect: (text, from, to, path) => addToJson(text, path, from.url, to.url),
      },
      {
        targets: ['root'],
        titles: ['group', 'tab', 'anchor', 'version', 'language', 'dropdown', 'item', 'name'],
        ignored: ['tags', 'openapi', 'asyncapi', 'icon', 'href', 'global', 'hidden'],
        texts: true,
      },
      ['navigation'],
    ),
  ],
  failsWithout: 'pages',
  runs: [{ files: /(?:^|\/)(?:docs|mint)\.json$/, asMdx: true }],
  parts: [importedParts, snippetParts],
  variables: 'site',
  directives: true,
  prepare: (body) => (body.includes('@[') ? mapProse(body, withoutReferences) : body),
  createAnchors: mintlifyAnchors,
  componentAnchors: mintlifyComponentAnchors,
  readLink: mintlifyLink,
  otherPaths: ({ facts }) => facts?.others ?? [],
};

function bareName(file: string, start: string): string {
  return file.slice(start.length).replace(/\.\w+$/, '');
}

/** How many pages of the navigation must lack the same folder in their files' paths. */
const minInFolder = 3;

/**
 * The paths of files that a build of the site's own copies into folders, such as one for each programming language: of
 * `oss/agents` those are `oss/python/agents` and `oss/javascript/agents` in the navigation.
 */
function servedPaths(files: string[], navigation: string[]): Map<string, string[]> {
  const known = new Set(files);
  const named = new Set(navigation);
  const found: { file: string; path: string; folder: string }[] = [];
  for (const path of navigation) {
    if (known.has(path)) continue;
    const segments = path.split('/');
    for (const [at, folder] of segments.entries()) {
      const file = segments.toSpliced(at, 1).join('/');
      if (known.has(file) && !named.has(file)) found.push({ file, path, folder });
    }
  }
  const counts = Map.groupBy(found, ({ folder }) => folder);
  const served = Map.groupBy(
    found.filter(({ folder }) => counts.get(folder)!.length >= minInFolder),
    ({ file }) => file,
  );
  return new Map([...served].map(([file, paths]) => [file, paths.map(({ path }) => path)]));
}

/** `@[text]` and `@[text][name]` stand for references that a build looks up: their text stays. */
function withoutReferences(prose: string): string {
  return prose.replaceAll(
    /(?<![\w`])@\[(`[^`\n]{1,200}`|[^[\]\n`]{1,200})\](?:\[[^[\]\n]{0,200}\])?(?!\()/g,
    '$1',
  );
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

/** Operations have pages where the navigation names their API description, by tag and title; the same again is `-1`. */
function createPlace(apis: ApiUse[]): PlaceOperation {
  const taken = new Map<string, string>();
  return (file, operation) => {
    const { method, path, summary, tag, pointer, href } = operation;
    const isWebhook = pointer.startsWith('/webhooks/');
    const name = `${isWebhook ? 'WEBHOOK' : method.toUpperCase()} ${path}`;
    const use = apis.find((one) => one.file === file && (one.operation ?? name) === name);
    if (use === undefined || method === '') return null;
    if (href !== null) return joinPath(href);
    const title = summary ?? (isWebhook ? path : null);
    const bare = title === null ? `${method}-${fileName(path)}` : fileName(title);
    const base = joinPath(use.directory, fileName(tag ?? (method === 'channel' ? 'websockets' : '')), bare);
    let made = base;
    for (let count = 1; (taken.get(made) ?? pointer) !== pointer; count += 1) made = `${base}-${count}`;
    taken.set(made, pointer);
    return made;
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
