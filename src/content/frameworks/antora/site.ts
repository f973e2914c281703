import { antoraNavigation } from './navigation.ts';
import { antoraRedirects } from './redirects.ts';
import { findAsciidocIncludes } from '../../asciidoc/asciidoc-includes.ts';
import { findIncludedCode } from './include-code.ts';
import { asList, asObject, asText, asTexts } from '../../config/values.ts';
import { listField } from '../../front-matter.ts';
import { hasFile, insertFiles } from '../../includes/insert-files.ts';
import { ownAnchors } from '../../markdown/anchors.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { componentPath, type Component, type Resource, resourceOf, resourceLike } from './resources.ts';
import { findConfigs } from '../find-config.ts';
import type { Framework, Site } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { defaultOf } from '../mark-defaults.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';

/** How many files are read to learn how sections are named. */
const maxGuessed = 1000;

/** Antora. https://docs.antora.org/antora/latest/standard-directories/ */
export const antora: Framework = {
  name: 'antora',
  async open(tree, readConfig, { baseUrl }) {
    const components: Component[] = [];
    for (const file of findConfigs(tree.files, /(?:^|\/)antora\.ya?ml$/)) {
      const { name, version, title, nav, asciidoc, prerelease } = asObject(
        (await readConfig(file))['default'],
      );
      if (asText(name) === null) continue;
      const number = asText(version) ?? (typeof version === 'number' ? String(version) : '');
      components.push({
        root: folderOf(file),
        name: asText(name) ?? '',
        version: number === '~' ? '' : number,
        segment: number === '~' ? '' : number,
        title: asText(title) ?? asText(name) ?? '',
        isRoot: asText(name) === 'ROOT',
        nav: asTexts(nav),
        isPrerelease: prerelease !== undefined && prerelease !== false,
        attributes: readAttributes(asObject(asciidoc)['attributes']),
      });
    }
    if (components.length === 0) return null;
    const playbook = await readPlaybook(tree, async (file) => asObject((await readConfig(file))['default']));
    const { site, urls, asciidoc } = playbook;
    const rootName = rootComponent(playbook);
    for (const one of components) one.isRoot ||= one.name === rootName;
    const style = asText(asObject(urls)['html_extension_style']) ?? 'default';
    nameLatest(components, asText(asObject(urls)['latest_version_segment']));
    const configured = readAttributes(asObject(asciidoc)['attributes']);
    const shared = 'idprefix' in configured ? configured : { ...(await guessIds(tree)), ...configured };
    const defaults = defaultVersions(components);
    // A component overrides only what ends in `@`: https://docs.antora.org/antora/latest/component-attributes/
    const locked = Object.fromEntries(Object.entries(configured).filter(([, value]) => !value.endsWith('@')));
    const pages = (
      await Promise.all(
        components.map((one) =>
          pagesOf(one, tree, fillAttributes({ ...shared, ...one.attributes, ...locked })),
        ),
      )
    ).flatMap((own, at) => own.map((page) => ({ ...page, isDefault: defaults.has(components[at]!) })));
    return newSite(pages, {
      title: asText(asObject(site)['title']) ?? (components.length === 1 ? components[0]!.title : null),
      addresses: {
        base: baseOf(baseUrl, asObject(site)['url'], null),
        ending: style === 'default' ? '.html' : style === 'indexify' ? '/' : '',
        folderEnding: style === 'default' ? '/index.html' : style === 'indexify' ? '/' : '',
      },
      assemble: assembleIn(tree, components),
      sourceRoots: components.map(({ root }) => root),
    });
  },
  siteFiles: [antoraNavigation, antoraRedirects],
  nameFrom: resourceLike,
  includes: [],
  prepare: (body) => body,
  createAnchors: ownAnchors,
  readLink(target, { extra = {} }) {
    const [, id = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
    if (!id.endsWith('.adoc') || id.includes('://')) return target;
    const from = JSON.parse(extra['resource'] ?? '{}') as Resource;
    const components = JSON.parse(extra['components'] ?? '[]') as Component[];
    const found = resourceOf(id, from, components, 'page');
    if (found === null) return target;
    return `/${joinPath(componentPath(found.component, found.module), literalPath(found.path, ['index']))}${fragment}`;
  },
  otherPaths({ extra = {} }, data) {
    const from = JSON.parse(extra['resource'] ?? '{}') as Resource;
    const components = JSON.parse(extra['components'] ?? '[]') as Component[];
    return listField(data, 'aliases').flatMap((id) => {
      const found = resourceOf(id.trim(), from, components, 'page');
      if (found === null) return [];
      return [joinPath(componentPath(found.component, found.module), literalPath(found.path, ['index']))];
    });
  },
  movedPath: () => null,
};

/**
 * `latest_version_segment`, such as `current`, replaces the newest version of each component in URLs.
 * https://docs.antora.org/antora/latest/playbook/urls-latest-version-segment/
 */
function nameLatest(components: Component[], segment: string | null): void {
  if (segment === null) return;
  const order = new Intl.Collator('en', { numeric: true });
  for (const same of Map.groupBy(components, ({ name }) => name).values()) {
    const [latest] = same
      .filter(({ version }) => version !== '')
      .toSorted((one, other) => order.compare(other.version, one.version));
    if (latest !== undefined) latest.segment = segment;
  }
}

/** The newest version of each component, a released one if there is any. */
function defaultVersions(components: Component[]): Set<Component> {
  const defaults = new Set<Component>();
  for (const same of Map.groupBy(components, ({ name }) => name).values()) {
    const released = same.filter(({ isPrerelease }) => !isPrerelease);
    const known = released.length > 0 ? released : same;
    const main = defaultOf(known.map(({ version }) => (version === '' ? null : version)));
    for (const one of same) if (one.version === (main ?? '')) defaults.add(one);
  }
  return defaults;
}

/** Names that people give to their playbooks, those for trying out last. */
const playbooks =
  /(?:^|\/)(?:(?=[\w.-]*playbook)[\w.-]*|(?:[\w-]+-)?site|publish|antora-[\w-]+|preview|local)\.ya?ml$/;
const ofTrials = /local|preview|dev|test|author/;

/** Candidates that are read. */
const maxPlaybooks = 10;

/** The playbook: what has both a site and sources of content. */
async function readPlaybook(
  tree: FileTree,
  read: (file: string) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const named = findConfigs(tree.files, playbooks);
  const isTrial = (file: string): number => Number(ofTrials.test(file.slice(file.lastIndexOf('/') + 1)));
  for (const file of named.toSorted((one, two) => isTrial(one) - isTrial(two)).slice(0, maxPlaybooks)) {
    const playbook = await read(file);
    if ('site' in playbook && ('content' in playbook || 'urls' in playbook || file.includes('playbook')))
      return playbook;
  }
  return {};
}

/** The component whose pages are at the root of the site, by Spring's extension. https://www.npmjs.com/package/@springio/antora-extensions */
function rootComponent({ antora: own }: Record<string, unknown>): string | null {
  const named = asList(asObject(own)['extensions']).map((one) =>
    asText(asObject(one)['root_component_name']),
  );
  return named.find((name) => name !== null) ?? null;
}

/** How deep values of attributes refer to others. */
const maxReferences = 4;

/** Values of attributes may refer to others. */
function fillAttributes(attributes: Record<string, string>): Record<string, string> {
  let filled = attributes;
  for (let pass = 0; pass < maxReferences; pass += 1) {
    const known = filled;
    const fill = (value: string): string => {
      if (value.length > maxValue) return value;
      const text = value.replaceAll(/\{([\w-]{1,100})\}/g, (whole, name: string) =>
        Object.hasOwn(known, name) ? known[name]!.replace(/@$/, '') : whole,
      );
      return text.length > maxValue ? value : text;
    };
    filled = Object.fromEntries(Object.entries(known).map(([name, value]) => [name, fill(value)]));
  }
  return filled;
}

/** Characters of the value of one attribute. */
const maxValue = 2000;

/**
 * The form of section ids when the playbook is in another repository, learned from the links to ids that are not
 * explicit. Asciidoctor's default begins with `_`; most sites have neither that nor `_` between words.
 */
async function guessIds(tree: FileTree): Promise<Record<string, string>> {
  const explicit = new Set<string>();
  const linked: string[] = [];
  for (const file of tree.files.filter((one) => one.endsWith('.adoc')).slice(0, maxGuessed)) {
    const { text } = await tree.read(file);
    for (const [, id = ''] of (text ?? '').matchAll(/^\[(?:#|\[)([\w-]+)/gm)) explicit.add(id);
    // `<<EOF` of a shell is no reference.
    for (const [, id, own] of (text ?? '').matchAll(/(?:\.adoc#|xref:#)([\w-]+)|<<#?([\w-]+)(?=,|>>)/g))
      linked.push(id ?? own ?? '');
  }
  const automatic = linked.filter((id) => !explicit.has(id));
  const prefixed = automatic.filter((id) => id.startsWith('_'));
  return automatic.length > 2 * prefixed.length ? { idprefix: '', idseparator: '-' } : {};
}

/** `value@` lets a page override the attribute; false and `~` unset it. */
function readAttributes(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asObject(value)).flatMap(([name, one]): [string, string][] => {
      if (typeof one === 'number' || one === true) return [[name, one === true ? '' : String(one)]];
      return typeof one === 'string' ? [[name, one]] : [];
    }),
  );
}

async function pagesOf(
  component: Component,
  tree: FileTree,
  attributes: Record<string, string>,
): Promise<PageFile[]> {
  const start = component.root === '' ? '' : `${component.root}/`;
  const titles = await navTitles(component, tree);
  return tree.files.flatMap((file): PageFile[] => {
    if (!file.startsWith(start)) return [];
    const [, module = '', within = ''] =
      /^modules\/([^/]+)\/pages\/(.+\.adoc)$/.exec(file.slice(start.length)) ?? [];
    if (within === '' || /(?:^|\/)[_.]/.test(within)) return [];
    const resource: Resource = { component, module, path: within };
    const intrinsic = {
      'page-component-name': component.name,
      'page-component-version': component.version,
      'page-version': component.version,
      'page-component-title': component.title,
      'page-module': module,
    };
    return [
      newPage(file, joinPath(componentPath(component, module), literalPath(within, ['index'])), {
        isIndex: isIndexFile(within, ['index']),
        version: component.version === '' ? null : component.version,
        title: titles.get(file) ?? null,
        dialects: ['asciidoc'],
        extra: {
          attributes: JSON.stringify({ ...attributes, ...intrinsic }),
          resource: JSON.stringify(slim(resource)),
        },
      }),
    ];
  });
}

/** Only the fields that determine URLs. */
function slim({ component, module, path }: Resource): Resource {
  return { component: { ...component, nav: [], attributes: {} }, module, path };
}

async function navTitles(component: Component, tree: FileTree): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const nav of component.nav) {
    const file = joinPath(component.root, nav);
    const module = /(?:^|\/)modules\/([^/]+)\//.exec(file)?.[1] ?? 'ROOT';
    const { text } = await tree.read(file);
    for (const [, id = '', title = ''] of (text ?? '').matchAll(
      /^\*+[ \t]+xref:([^[\s#]+\.adoc)(?:#[^[\s]*)?\[([^\]\n]*)\]/gm,
    )) {
      const found = resourceOf(id, { component, module, path: '' }, [component], 'page');
      if (found === null || title.trim() === '') continue;
      titles.set(joinPath(found.component.root, 'modules', found.module, 'pages', found.path), title.trim());
    }
  }
  return titles;
}

const folders: Record<string, string> = { page: 'pages', partial: 'partials', example: 'examples' };

function assembleIn(tree: FileTree, components: Component[]): NonNullable<Site['assemble']> {
  const titles = new Map<string, Promise<string | null>>();
  return async (page, own, warn) => {
    const from = JSON.parse(page.extra?.['resource'] ?? '{}') as Resource;
    const attributes = JSON.parse(page.extra?.['attributes'] ?? '{}') as Record<string, string>;
    const resolve = (target: string, file: string): string[] => {
      const moduleOf = /(?:^|\/)modules\/([^/]+)\//.exec(file)?.[1] ?? from.module;
      const found = resourceOf(target, { ...from, module: moduleOf }, components, 'page');
      const beside = joinPath(folderOf(file), target);
      if (found === null) return [beside];
      const folder = folders[found.family ?? 'page'] ?? 'pages';
      const named = joinPath(found.component.root, 'modules', found.module, folder, found.path);
      return target.includes('$') || target.includes(':') ? [named] : [beside, named];
    };
    const find = (one: string, file: string) =>
      [
        ...findAsciidocIncludes(one, file, attributes, resolve),
        ...findIncludedCode(one, page.file, tree),
      ].toSorted((left, right) => left.start - right.start);
    const whole = await insertFiles(own, page.file, tree, find, warn);
    const text = await nameReferences(whole, (target) => titleOf(tree, titles, resolve(target, page.file)));
    const isNamed = /xref:[^\s[]*:|page-aliases/.test(text);
    const known = isNamed ? components : [from.component];
    return {
      text,
      facts: { components: JSON.stringify(known.map((component) => slim({ ...from, component }).component)) },
    };
  };
}

/** `xref:install.adoc[]` shows the title of the page that it leads to. */
async function nameReferences(
  text: string,
  titleOf: (target: string) => Promise<string | null>,
): Promise<string> {
  const empty = /\bxref:([^\s[#]{1,200}\.adoc)\[\]/g;
  const named = new Map<string, string | null>();
  for (const [, target = ''] of text.matchAll(empty))
    if (!named.has(target)) named.set(target, await titleOf(target));
  return text.replaceAll(empty, (whole, target: string) => {
    const title = named.get(target) ?? null;
    return title === null ? whole : `xref:${target}[${title.replaceAll(']', '\\]')}]`;
  });
}

async function titleOf(
  tree: FileTree,
  titles: Map<string, Promise<string | null>>,
  files: string[],
): Promise<string | null> {
  const file = files.find((one) => hasFile(tree, one));
  if (file === undefined) return null;
  const title =
    titles.get(file) ??
    tree.read(file).then(({ text }) => /^= (\S.*)$/m.exec(text ?? '')?.[1]?.trim() ?? null);
  titles.set(file, title);
  return title;
}
