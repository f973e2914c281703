import { asList, asObject, asText } from '../../config/values.ts';
import { joinPath } from '../../site/paths.ts';

type Place = { version: string | null; language: string | null; isDefault: boolean };

/** Pages that the site makes of an API description: of one operation (`GET /users`), or of all when that is null. */
export type ApiUse = { file: string; directory: string; operation: string | null; place: Place };

/** The pages of the navigation by path, and the API descriptions in it. */
type Navigation = { places: Map<string, Place>; apis: ApiUse[] };

/** The description and directory of a part of the navigation and of what is below, and whether it lists operations. */
type Api = { file: string; directory: string; listsOperations: boolean };

/** Operations have pages here when no directory is named. */
const defaultDirectory = 'api-reference';

const maxDepth = 30;

/** A page of the navigation that is an operation: `GET /users`, `/api.json POST /users`, `WEBHOOK name`. */
const operationPage =
  /^(?:(\S+)[ \t]+)?(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY|WEBHOOK)[ \t]+(\S+)$/i;

/**
 * Reads `navigation` by the code of `@mintlify/prebuild`: pages with their version and language; what a description is
 * used for is decided by the part of the navigation that names it. https://mintlify.com/docs/organize/navigation
 */
export function readNavigation(navigation: unknown, root: string): Navigation {
  const places = new Map<string, Place>();
  const apis: ApiUse[] = [];
  const whole: { api: Api; place: Place }[] = [];

  const addPage = (page: string, place: Place, api: Api | null): void => {
    const [, named, method = '', endpoint = ''] = operationPage.exec(page) ?? [];
    if (method === '') {
      const path = joinPath(page.replace(/\.mdx?$/, ''));
      if (!places.has(path) || (place.isDefault && places.get(path)?.isDefault === false))
        places.set(path, place);
      return;
    }
    const file = named === undefined ? api?.file : joinPath(root, named);
    if (api !== null && named === undefined) api.listsOperations = true;
    if (file === undefined) return;
    const directory = api?.directory ?? defaultDirectory;
    apis.push({ file, directory, operation: `${method.toUpperCase()} ${endpoint}`, place });
  };

  const walk = (node: unknown, place: Place, api: Api | null, depth: number): void => {
    if (depth > maxDepth) return;
    if (typeof node === 'string') return addPage(node, place, api);
    if (Array.isArray(node)) {
      for (const item of node) walk(item, place, api, depth + 1);
      return;
    }
    const object = asObject(node);
    const inner = {
      version: asText(object['version']) ?? place.version,
      language: asText(object['language']) ?? place.language,
      isDefault: place.isDefault,
    };
    const own = apiOf(object['openapi'], root);
    for (const one of [own, apiOf(object['asyncapi'], root)])
      if (one !== null) whole.push({ api: one, place: inner });
    const below = own ?? api;
    const page = asText(object['root']);
    if (page !== null) walk(page, inner, below, depth + 1);
    for (const [key, value] of Object.entries(object)) {
      if (key === 'versions' || key === 'languages') walkChoices(asList(value), inner, below, depth + 1);
      else if (key === 'pages' || (typeof value === 'object' && key !== 'openapi' && key !== 'asyncapi'))
        walk(value, inner, below, depth + 1);
    }
  };
  /** The entry marked as default, else the first. */
  const walkChoices = (choices: unknown[], place: Place, api: Api | null, depth: number): void => {
    const main = choices.find((one) => asObject(one)['default'] === true) ?? choices[0];
    for (const one of choices)
      walk(one, { ...place, isDefault: place.isDefault && one === main }, api, depth);
  };

  walk(navigation, { version: null, language: null, isDefault: true }, null, 0);
  for (const { api, place } of whole)
    if (!api.listsOperations) apis.push({ file: api.file, directory: api.directory, operation: null, place });
  return withLanguages({ places, apis });
}

/** `"api.json"`, `["api.json"]`, `{source: "api.json", directory: "reference"}`; of a list the first counts. */
function apiOf(openapi: unknown, root: string): Api | null {
  const first = Array.isArray(openapi) ? (openapi as unknown[])[0] : openapi;
  const { source, directory } = asObject(first);
  const file = asText(source) ?? asText(first);
  if (file === null) return null;
  return {
    file: joinPath(root, file),
    directory: joinPath(asText(directory) ?? defaultDirectory),
    listsOperations: false,
  };
}

/** Versions that are named like languages are languages: a site may use the menu of versions for them. */
function withLanguages({ places, apis }: Navigation): Navigation {
  const all = [...places.values(), ...apis.map(({ place }) => place)];
  const versions = new Set(all.flatMap(({ version }) => version ?? []));
  const languages = new Map([...versions].map((name) => [name, languageNamed(name)]));
  const isLanguages = versions.size > 0 && [...languages.values()].every((language) => language !== null);
  if (!isLanguages) return { places, apis };
  const changed = (place: Place): Place => {
    const { version, language } = place;
    return { ...place, version: null, language: language ?? (version && languages.get(version)) ?? null };
  };
  return {
    places: new Map([...places].map(([path, place]) => [path, changed(place)])),
    apis: apis.map((api) => ({ ...api, place: changed(api.place) })),
  };
}

/** Languages that docs are written in or translated to. */
const codes =
  'en zh-Hans zh-Hant zh ja ko fr de es pt pt-BR it ru uk pl nl sv da nb fi cs sk hu ro bg el tr ar he fa hi bn th vi id ms ca'.split(
    ' ',
  );

let known: Map<string, string> | null = null;

/** The code of a language by its own or its English name (`日本語`, `French`); null for other names. */
function languageNamed(name: string): string | null {
  known ??= new Map(
    codes.flatMap((code) =>
      [code, 'en'].map((of): [string, string] => [
        (new Intl.DisplayNames(of, { type: 'language' }).of(code) ?? '').toLowerCase(),
        code,
      ]),
    ),
  );
  return known.get(name.trim().toLowerCase()) ?? null;
}
