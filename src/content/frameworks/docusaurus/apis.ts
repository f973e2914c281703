import { asList, asObject } from '../../config/values.ts';
import { type Options, pluginOptions } from './content.ts';
import type { Site } from '../framework.ts';
import { kebabCase } from '../kebab-case.ts';
import { placeBelowFile } from '../new-site.ts';
import { joinPath, urlOf } from '../../site/paths.ts';

/** Where `docusaurus gen-api-docs` writes the pages of a description, both relative to the tree. */
type Generated = { description: string; folder: string };

/**
 * The APIs of docusaurus-plugin-openapi-docs: of a file, or of each in a folder.
 * https://github.com/PaloAltoNetworks/docusaurus-openapi-docs
 */
export function generatedApis(root: string, config: Options, files: string[]): Generated[] {
  return pluginOptions(config, 'openapi-docs').flatMap((options) =>
    Object.values(asObject(options['config'])).flatMap((api) => {
      const { specPath, outputDir } = asObject(api);
      if (typeof specPath !== 'string' || typeof outputDir !== 'string' || specPath.includes('://'))
        return [];
      const written = joinPath(root, specPath);
      const isDescription = (file: string): boolean =>
        file === written || (file.startsWith(`${written}/`) && /\.(?:json|ya?ml)$/.test(file));
      return files
        .filter(isDescription)
        .map((description) => ({ description, folder: joinPath(root, outputDir) }));
    }),
  );
}

/** The pages that redocusaurus makes, one of each description. https://redocusaurus.vercel.app/docs */
export function redocPages(root: string, config: Options): Map<string, string> {
  const specs = pluginOptions(config, 'redocusaurus').flatMap(({ specs: listed }) =>
    asList(listed).map(asObject),
  );
  return new Map(
    specs.flatMap(({ spec, route }) =>
      typeof spec === 'string' && typeof route === 'string' ? [[joinPath(root, spec), joinPath(route)]] : [],
    ),
  );
}

/** Whether a page was written from a description of the tree, which says more than the components of the page. */
export function isGenerated(file: string, apis: Generated[]): boolean {
  return /\.(?:api|info)\.mdx$/.test(file) && apis.some(({ folder }) => file.startsWith(`${folder}/`));
}

/**
 * An operation has the page that the plugin generates, else readers are sent to the page of its description, or to the
 * description itself, which is served from the root when it is in `static`.
 * @param docs the paths on the site of the folders of docs
 */
export function placeApis(
  root: string,
  apis: Generated[],
  redoc: Map<string, string>,
  base: string,
  docs: Map<string, string>,
): Pick<Site, 'placeOperation' | 'apiFacts'> {
  const start = `${joinPath(root, 'static')}/`;
  const servedAs = (file: string): string | null =>
    redoc.get(file) ?? (file.startsWith(start) ? file.slice(start.length) : null);
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
      const name = kebabCase(operation.operationId ?? operation.summary ?? '');
      return name === '' ? null : joinPath(route, name);
    },
    apiFacts(file) {
      const served = routes.has(file) ? null : servedAs(file);
      return served === null ? {} : { url: urlOf(served, '', base) };
    },
  };
}
