import { remember } from '../../../lib/remember.ts';
import { findAsciidocIncludes } from '../../asciidoc/asciidoc-includes.ts';
import { asList, asObject, asText } from '../../config/values.ts';
import { listField } from '../../front-matter.ts';
import { expandIncludes } from '../../includes/expand-includes.ts';
import { hasFile } from '../../includes/file-set.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';
import type { PageFile } from '../../site/site-facts.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { findConfigs } from '../find-config.ts';
import type { Framework, Site } from '../framework.ts';
import { defaultOf } from '../mark-defaults.ts';
import { baseOf, isPart, newPage, newSite } from '../new-site.ts';
import { antoraFiles } from './navigation.ts';
import { componentPath, type Component, type Resource, resourceLike, resourceOf } from './resources.ts';

/** The values of attributes, and what ids of resources are relative to. */
type Facts = { attributes: Record<string, string>; resource: Resource; components: Component[] };

/** Antora. https://docs.antora.org/antora/latest/standard-directories/ */
export const antora: Framework<Facts> = {
  name: 'antora',
  async open(tree, readConfig, { baseUrl }, found) {
    const read = async (file: string) => asObject((await readConfig(file))['default']);
    const described = (await Promise.all(found.map(async (file) => ({ file, ...(await read(file)) })))) as ({
      file: string;
    } & Record<string, unknown>)[];
    const named = described.filter(({ name }) => typeof name === 'string');
    if (named.length === 0) return null;
    const { site, urls, asciidoc, antora: own } = await readPlaybook(tree, read);
    const { html_extension_style: style = 'default', latest_version_segment: latest } = asObject(urls);
    // Of Spring's extension. https://www.npmjs.com/package/@springio/antora-extensions
    const roots = asList(asObject(own)['extensions']).map((one) => asObject(one)['root_component_name']);
    const components = named.map(({ file, name, version }): Component => {
      const number = typeof version === 'number' ? String(version) : (asText(version) ?? '').replace('~', '');
      return {
        root: folderOf(file),
        name: asText(name)!,
        version: number,
        segment: number,
        isRoot: ['ROOT', ...roots].includes(name),
      };
    });
    const configured = readAttributes(asciidoc);
    const shared = 'idprefix' in configured ? configured : { ...(await guessIds(tree)), ...configured };
    // A component overrides only what ends in `@`: https://docs.antora.org/antora/latest/component-attributes/
    const locked = Object.fromEntries(Object.entries(configured).filter(([, value]) => !value.endsWith('@')));
    const defaults = new Set<Component>();
    for (const same of Map.groupBy(components, ({ name }) => name).values()) {
      const isReleased = (one: Component): boolean =>
        [undefined, false].includes(named[components.indexOf(one)]!['prerelease'] as undefined);
      const released = same.some(isReleased) ? same.filter(isReleased) : same;
      const main = defaultOf(released.map(({ version }) => version || null));
      const newest = same.find(({ version }) => version === (main ?? ''));
      if (newest === undefined) continue;
      defaults.add(newest);
      if (typeof latest === 'string' && newest.version !== '') newest.segment = latest;
    }
    const pages = components.flatMap((component, at) => {
      const attributes = filled({ ...shared, ...readAttributes(named[at]!['asciidoc']), ...locked });
      const title = asText(named[at]!['title']) ?? component.name;
      return pagesOf(component, tree, { attributes, title, isDefault: defaults.has(component) });
    });
    const ending = style === 'default' ? '.html' : style === 'indexify' ? '/' : '';
    return newSite(pages, {
      title:
        asText(asObject(site)['title']) ??
        (named.length === 1 ? asText(named[0]!['title'] ?? named[0]!['name']) : null),
      addresses: {
        base: baseOf(baseUrl, asObject(site)['url'], null),
        ending,
        folderEnding: style === 'default' ? '/index.html' : ending,
      },
      assemble: assembleIn(tree, components),
      sourceRoots: components.map(({ root }) => root),
    });
  },
  siteFiles: antoraFiles,
  nameFrom: resourceLike,
  readLink(target, { facts }) {
    const [, id = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
    const path = id.endsWith('.adoc') && !id.includes('://') ? pathOf(id, facts) : null;
    return path === null ? target : `/${path}${fragment}`;
  },
  otherPaths: ({ facts }, data) => listField(data, 'aliases').flatMap((id) => pathOf(id.trim(), facts) ?? []),
};

function pathOf(id: string, facts: Facts | undefined): string | null {
  const found = facts === undefined ? null : resourceOf(id, facts.resource, facts.components, 'page');
  if (found === null) return null;
  return joinPath(componentPath(found.component, found.module), literalPath(found.path, ['index']));
}

/** Names that people give to their playbooks, those for trying out last. */
const playbooks =
  /(?:^|\/)(?:(?=[\w.-]*playbook)[\w.-]*|(?:[\w-]+-)?site|publish|antora-[\w-]+|preview|local)\.ya?ml$/;
const isTrial = (file: string) => Number(/(?:local|preview|dev|test|author)[^/]*$/.test(file));

/** Candidates that are read. */
const maxPlaybooks = 10;

/** The playbook: what has both a site and sources of content. */
async function readPlaybook(
  tree: FileTree,
  read: (file: string) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const found = findConfigs(tree.files, playbooks).toSorted((one, two) => isTrial(one) - isTrial(two));
  for (const file of found.slice(0, maxPlaybooks)) {
    const playbook = await read(file);
    if ('site' in playbook && ('content' in playbook || 'urls' in playbook || file.includes('playbook')))
      return playbook;
  }
  return {};
}

/** How deep values of attributes refer to others, and characters of one. */
const maxReferences = 4;
const maxValue = 2000;

/** Attributes with the values that they refer to. */
function filled(attributes: Record<string, string>): Record<string, string> {
  let known = attributes;
  for (let pass = 0; pass < maxReferences; pass += 1) {
    const before = known;
    const fill = (value: string): string => {
      const text = value
        .slice(0, maxValue)
        .replaceAll(/\{([\w-]{1,100})\}/g, (whole, name: string) =>
          Object.hasOwn(before, name) ? before[name]!.replace(/@$/, '') : whole,
        );
      return text.length > maxValue ? value : text;
    };
    known = Object.fromEntries(Object.entries(before).map(([name, value]) => [name, fill(value)]));
  }
  return known;
}

/** Files that are read to learn how sections are named. */
const maxGuessed = 1000;

/**
 * The form of section ids when the playbook is in another repository, learned from the links to ids that are not
 * explicit. Asciidoctor's default begins with `_`; most sites have neither that nor `_` between words.
 */
async function guessIds(tree: FileTree): Promise<Record<string, string>> {
  const explicit = new Set<string>();
  const linked: string[] = [];
  for (const file of tree.files.filter((one) => one.endsWith('.adoc')).slice(0, maxGuessed)) {
    const text = (await tree.read(file)).text ?? '';
    for (const [, id = ''] of text.matchAll(/^\[(?:#|\[)([\w-]+)/gm)) explicit.add(id);
    // `<<EOF` of a shell is no reference.
    for (const [, id, own = ''] of text.matchAll(/(?:\.adoc#|xref:#)([\w-]+)|<<#?([\w-]+)(?=,|>>)/g))
      linked.push(id ?? own);
  }
  const automatic = linked.filter((id) => !explicit.has(id));
  const prefixed = automatic.filter((id) => id.startsWith('_'));
  return automatic.length > 2 * prefixed.length ? { idprefix: '', idseparator: '-' } : {};
}

/** `value@` lets a page override the attribute; false and `~` unset it. */
function readAttributes(asciidoc: unknown): Record<string, string> {
  const given = Object.entries(asObject(asObject(asciidoc)['attributes']));
  return Object.fromEntries(
    given
      .filter(([, one]) => one === true || ['string', 'number'].includes(typeof one))
      .map(([name, one]) => [name, one === true ? '' : String(one)]),
  );
}

function pagesOf(
  component: Component,
  tree: FileTree,
  { attributes, title, isDefault }: { attributes: Record<string, string>; title: string; isDefault: boolean },
): PageFile[] {
  const start = component.root === '' ? '' : `${component.root}/`;
  const { name, version } = component;
  return tree.files.flatMap((file): PageFile[] => {
    const within = file.startsWith(start) ? file.slice(start.length) : '';
    const [, module, path = ''] = /^modules\/([^/]+)\/pages\/(.+\.adoc)$/.exec(within) ?? [];
    if (module === undefined || isPart(path)) return [];
    const intrinsic = {
      'page-component-name': name,
      'page-component-version': version,
      'page-version': version,
      'page-component-title': title,
      'page-module': module,
    };
    const resource: Resource = { component, module, path };
    const facts = { attributes: { ...attributes, ...intrinsic }, resource, components: [component] };
    return [
      newPage(file, joinPath(componentPath(component, module), literalPath(path, ['index'])), {
        isIndex: isIndexFile(path, ['index']),
        version: version || null,
        isDefault,
        dialects: ['asciidoc'],
        facts,
      }),
    ];
  });
}

const folders: Record<string, string> = { page: 'pages', partial: 'partials', example: 'examples' };

const withoutText = /\bxref:([^\s[#]{1,200}\.adoc)\[\]/g;

async function titleOf(tree: FileTree, file: string): Promise<string | null> {
  return /^= (\S.*)$/m.exec((await tree.read(file)).text ?? '')?.[1]?.trim() ?? null;
}

function assembleIn(tree: FileTree, components: Component[]): NonNullable<Site['assemble']> {
  const titles = new Map<string, Promise<string | null>>();
  return async (page, own, warn) => {
    const { attributes, resource } = page.facts as Facts;
    const resolve = (target: string, file: string): string[] => {
      const module = /(?:^|\/)modules\/([^/]+)\//.exec(file)?.[1] ?? resource.module;
      const found = resourceOf(target, { ...resource, module }, components, 'page');
      const beside = joinPath(folderOf(file), target);
      if (found === null) return [beside];
      const folder = folders[found.family ?? 'page'] ?? 'pages';
      const named = joinPath(found.component.root, 'modules', found.module, folder, found.path);
      return /[$:]/.test(target) ? [named] : [beside, named];
    };
    const find = (one: string, file: string) => findAsciidocIncludes(one, file, attributes, resolve);
    // Code that Spring's extension would find among the sources.
    const shown = own.replaceAll(/^include-code::[^\n]*$/gm, '');
    const whole = await expandIncludes(shown, page.file, { find, tree, warn });
    // `xref:install.adoc[]` shows the title of the page that it leads to.
    const named = new Map<string, string>();
    for (const [, target = ''] of whole.matchAll(withoutText)) {
      const file = resolve(target, page.file).find((one) => hasFile(tree, one));
      const title = file === undefined ? null : await remember(titles, file, () => titleOf(tree, file));
      if (title !== null) named.set(target, title);
    }
    const text = whole.replaceAll(withoutText, (all, target: string) =>
      named.has(target) ? `xref:${target}[${named.get(target)!.replaceAll(']', '\\]')}]` : all,
    );
    return /xref:[^\s[]*:|page-aliases/.test(text) ? { text, facts: { components } } : { text };
  };
}
