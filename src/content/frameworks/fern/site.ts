import { fernNavigation } from './navigation.ts';
import { slug } from 'github-slugger';
import { asList, asObject, asText } from '../../config/values.ts';
import { textField } from '../../front-matter.ts';
import { importedParts, sourceParts } from '../../includes/part-targets.ts';
import { githubAnchors } from '../../markdown/anchors.ts';
import { textAttribute } from '../../markdown/element.ts';
import type { Operation } from '../../openapi/operation.ts';
import { fernSlug, readFernNavigation, setSlug, type Version } from './pages.ts';
import { findConfigs } from '../find-config.ts';
import type { Framework, Site } from '../framework.ts';
import type { PageFile, Redirect } from '../../site/site-facts.ts';
import { readRedirects } from '../host-redirects.ts';
import { namedFiles } from '../named-files.ts';
import { newPage, newSite } from '../new-site.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

/** Fern. Only the pages of the navigation are published. https://buildwithfern.com/learn/docs/configuration/site-level-settings */
export const fern: Framework = {
  name: 'fern',
  async open(tree, readConfig, { baseUrl }) {
    for (const file of findConfigs(tree.files, /(?:^|\/)docs\.ya?ml$/)) {
      const config = asObject((await readConfig(file))['default']);
      const isSite = ['navigation', 'versions', 'products'].some((key) => key in config);
      if (!isSite || !('instances' in config)) continue;
      const address = addressOf(config);
      const { entries, apis } = await readFernNavigation(tree, readConfig, file, config, address.path);
      const pages = entries.map(({ file: page, path, title, hidden, version, others }) =>
        newPage(page, path, {
          title,
          hidden,
          version: version?.name ?? null,
          isDefault: version?.isDefault ?? true,
          dialects: ['mdx', 'markdown'],
          extra: {
            others: JSON.stringify(others),
            base: address.path,
            ...(version && { version: JSON.stringify(version) }),
          },
        }),
      );
      const root = folderOf(file);
      const generators = findConfigs(tree.files, /(?:^|\/)generators\.ya?ml$/).filter((one) =>
        `/${one}`.startsWith(joinPath('/', root)),
      );
      const named: string[] = [];
      for (const one of generators) named.push(...namedFiles(tree, folderOf(one), await readConfig(one)));
      return newSite(pages, {
        title: asText(config['title']),
        addresses: { base: baseUrl ?? address.url, ending: '', folderEnding: '' },
        redirects: [...readRedirects(config['redirects']), ...homeOf(pages)],
        generated: apis.map(({ path }) => path),
        sourceRoots: [root],
        apiFiles: named,
        placeOperation: placeBelow(apis),
      } satisfies Partial<Site>);
    }
    return null;
  },
  siteFiles: [fernNavigation],
  failsWithout: 'pages',
  includes: [],
  parts: [importedParts, sourceParts],
  prepare: (body) => body,
  createAnchors: githubAnchors,
  componentAnchors(element) {
    const title = textAttribute(element, 'title');
    return title !== null && /^(?:Accordion|Step|Tab)$/.test(element.name) ? [slug(title)] : [];
  },
  movedPath({ extra = {} }, data) {
    const written = textField(data, 'slug');
    return written === null ? null : setSlug(written, extra['base'] ?? '', versionOf(extra)).path;
  },
  otherPaths({ path, extra = {} }, data) {
    const others = JSON.parse(extra['others'] ?? '[]') as string[];
    const version = versionOf(extra);
    // The default version is below its own slug, too.
    if (version?.isDefault !== true) return others;
    return [...others, setSlug(textField(data, 'slug') ?? path, extra['base'] ?? '', version).full];
  },
};

function versionOf({ version }: Record<string, string>): Version | null {
  return version === undefined ? null : (JSON.parse(version) as Version);
}

/** `instances: [{url: acme.docs.buildwithfern.com/docs, custom-domain: docs.acme.com/docs}]`; the last one is production. */
function addressOf(config: Record<string, unknown>): { url: string; path: string } {
  const instances = asList(config['instances']).map(asObject);
  const named = instances.find((one) => 'custom-domain' in one) ?? instances.at(-1) ?? {};
  const domains = named['custom-domain'];
  const domain = asText(Array.isArray(domains) ? domains[0] : domains) ?? asText(named['url']) ?? '';
  const url = domain === '' || domain.includes('://') ? domain : `https://${domain}`;
  if (!URL.canParse(url)) return { url: '', path: '' };
  return { url, path: joinPath(new URL(url).pathname) };
}

/** The root leads to the first page. */
function homeOf(pages: PageFile[]): Redirect[] {
  const first = pages.find(({ isDefault, hidden }) => isDefault !== false && !hidden);
  return first === undefined || pages.some(({ path }) => path === '') ? [] : [{ from: '/', to: first.path }];
}

/** Operations are below their API's section: as the SDK names them, else by tag and id without the tag's part of it. */
function placeBelow(apis: { name: string; path: string }[]): Site['placeOperation'] {
  return (file, { method, tag, operationId, path, sdk }: Operation) => {
    const api = apis.find(({ name }) => name !== '' && `/${file}`.includes(`/${name}/`)) ?? apis[0];
    if (api === undefined) return null;
    if (method === '') return api.path;
    if (sdk !== undefined) return joinPath(api.path, ...sdk.map(fernSlug));
    const name = operationId?.split('_').at(-1) ?? `${method} ${path}`;
    return joinPath(api.path, fernSlug(tag ?? ''), fernSlug(name));
  };
}
