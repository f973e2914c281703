import { asList, asObject, asText } from '../config/values.ts';
import type { Operation } from '../openapi/operation.ts';
import type { Site } from './framework.ts';
import { placeBelowFile } from './new-site.ts';
import { joinPath, urlOf } from './paths.ts';

/** Where `docusaurus gen-api-docs` writes the pages of a description, both relative to the tree. */
type Generated = { description: string; folder: string };

/** The APIs of docusaurus-plugin-openapi-docs. https://github.com/PaloAltoNetworks/docusaurus-openapi-docs */
export function generatedApis(root: string, config: Record<string, unknown>): Generated[] {
  const plugins = asList(config['plugins']).map(asList);
  return plugins.flatMap(([name, options]) => {
    if (asText(name)?.includes('openapi-docs') !== true) return [];
    return Object.values(asObject(asObject(options)['config'])).flatMap((api) => {
      const { specPath, outputDir } = asObject(api);
      if (typeof specPath !== 'string' || typeof outputDir !== 'string' || specPath.includes('://'))
        return [];
      return [{ description: joinPath(root, specPath), folder: joinPath(root, outputDir) }];
    });
  });
}

/** Whether a page was written from a description of the tree, which says more than the components of the page. */
export function isGenerated(file: string, apis: Generated[], files: Set<string>): boolean {
  return apis.some(
    ({ description, folder }) =>
      file.startsWith(`${folder}/`) && /\.(?:api|info)\.mdx$/.test(file) && files.has(description),
  );
}

/**
 * An operation has the page that the plugin generates, else readers are sent to the description, which is served from
 * the root when it is in `static`.
 * @param docs the paths on the site of the folders of docs
 */
export function placeApis(
  root: string,
  apis: Generated[],
  base: string,
  docs: Map<string, string>,
): Pick<Site, 'placeOperation' | 'apiFacts'> {
  const start = `${joinPath(root, 'static')}/`;
  const servedAs = (file: string): string | null =>
    file.startsWith(start) ? file.slice(start.length) : null;
  const routes = new Map(
    apis.flatMap(({ description, folder }) => {
      const above = [...docs.keys()].find((one) => `${folder}/`.startsWith(`${one}/`));
      return above === undefined
        ? []
        : [[description, joinPath(docs.get(above) ?? '', folder.slice(above.length))] as const];
    }),
  );
  return {
    placeOperation(file, operation) {
      const route = routes.get(file);
      if (route === undefined) return placeBelowFile(servedAs(file) ?? file, operation);
      const name = kebabCase(nameOf(operation));
      return name === '' ? null : joinPath(route, name);
    },
    apiFacts(file) {
      const served = routes.has(file) ? null : servedAs(file);
      return served === null ? {} : { extra: { url: urlOf(served, '', base) } };
    },
  };
}

function nameOf({ operationId, summary }: Operation): string {
  return operationId ?? summary ?? '';
}

/** As lodash does, by which the plugin names its pages: `getPetByID2` is `get-pet-by-id-2`. */
function kebabCase(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/[\u0300-\u036F'’]/g, '');
  const words = plain.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\d+/gu) ?? [];
  return words.join('-').toLowerCase();
}
