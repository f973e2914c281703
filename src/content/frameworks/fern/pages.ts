import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asList, asObject, asText } from '../../config/values.ts';
import { splitFrontMatter, textField } from '../../front-matter.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

/** A version, the path of its pages, and that of its product, where those of the default version are, too. */
export type Version = { name: string; slug: string; outer: string; isDefault: boolean };

/** A page of the navigation, at its first place; `others` are its further ones. */
type Entry = {
  file: string;
  path: string;
  title: string | null;
  hidden: boolean;
  version: Version | null;
  others: string[];
};

/** Where the walk through the navigation is: the path so far, and the folder that paths of files are relative to. */
type Place = { slug: string; folder: string; hidden: boolean; version: Version | null };

/** Maximum depth, items, and folders whose files the navigation takes as they are. */
const maxDepth = 30;
const maxItems = 50_000;
const maxFolders = 200;

/**
 * The pages of `docs.yml` with the paths that the titles or slugs of their tabs, sections and pages make, by the code of
 * Fern's command line (`DocsDefinitionResolver`, `SlugGenerator`).
 */
export async function readFernNavigation(
  tree: FileTree,
  readConfig: ReadConfig,
  config: string,
  settings: Record<string, unknown>,
  base: string,
): Promise<{ entries: Entry[]; apis: { name: string; path: string }[] }> {
  const files = new Set(tree.files);
  const entries = new Map<string, Entry>();
  const apis: { name: string; path: string }[] = [];
  let left = maxItems;
  let foldersLeft = maxFolders;

  const add = (file: string, slug: string, title: string | null, place: Place): void => {
    if (!files.has(file)) return;
    const { version, hidden } = place;
    const path = version?.isDefault === true ? withoutVersion(slug, version) : slug;
    const known = entries.get(file);
    if (known === undefined) entries.set(file, { file, path, title, hidden, version, others: [] });
    else known.others.push(path);
  };

  /** The path that the front matter of a section's page sets for all of the section. */
  const slugIn = async (file: string, place: Place): Promise<string | null> => {
    if (!files.has(file)) return null;
    const written = textField(splitFrontMatter((await tree.read(file)).text ?? '').data, 'slug');
    return written === null ? null : setSlug(written, base, place.version).full;
  };

  /** A `docs.yml` or the file of a product or version that it names, each with navigation and tabs of its own. */
  const readSite = async (site: Record<string, unknown>, place: Place, depth: number): Promise<void> => {
    for (const [index, product] of asList(site['products']).map(asObject).entries())
      await readNamed(
        product,
        { ...place, slug: joinPath(place.slug, slugOf(product, titleOf(product, index))) },
        depth,
      );
    for (const [index, one] of asList(site['versions']).map(asObject).entries()) {
      const name = titleOf(one, index);
      const slug = joinPath(place.slug, slugOf(one, name));
      const version = { name, slug, outer: place.slug, isDefault: index === 0 };
      await readNamed(one, { ...place, slug, version }, depth);
    }
    const landing = asObject(site['landing-page']);
    if ('page' in landing) await readItem(landing, site, place, depth);
    await readItems(site['navigation'], site, place, depth);
  };

  const readNamed = async (one: Record<string, unknown>, place: Place, depth: number): Promise<void> => {
    left -= 1;
    if (depth > maxDepth || left < 0) return;
    const path = asText(one['path']);
    if (path === null) return readSite(one, place, depth + 1);
    const file = joinPath(place.folder, path);
    const settings = asObject((await readConfig(file))['default']);
    await readSite(
      { ...settings, versions: settings['versions'] ?? one['versions'] },
      { ...place, folder: folderOf(file) },
      depth + 1,
    );
  };

  const readItems = async (
    items: unknown,
    site: Record<string, unknown>,
    place: Place,
    depth: number,
  ): Promise<void> => {
    if (depth > maxDepth) return;
    for (const item of asList(items)) {
      left -= 1;
      if (left >= 0) await readItem(asObject(item), site, place, depth + 1);
    }
  };

  const readItem = async (
    item: Record<string, unknown>,
    site: Record<string, unknown>,
    outer: Place,
    depth: number,
  ): Promise<void> => {
    const place = { ...outer, hidden: outer.hidden || item['hidden'] === true };
    const title = asTitle(item['page'] ?? item['section'] ?? item['api'] ?? item['title']);
    const within = (name: string, from = item): Place => ({
      ...place,
      slug: from['skip-slug'] === true ? place.slug : joinPath(place.slug, slugOf(from, name)),
    });
    const file = 'path' in item ? joinPath(place.folder, asText(item['path']) ?? '') : '';
    if ('page' in item) add(file, within(title).slug, title, place);
    else if ('section' in item) {
      const own = within(title);
      const slug = (await slugIn(file, place)) ?? own.slug;
      add(file, slug, title, place);
      await readItems(item['contents'], site, { ...own, slug }, depth);
    } else if ('tab' in item) {
      const tab = asObject(asObject(site['tabs'])[asText(item['tab']) ?? '']);
      const name = asTitle(tab['display-name']);
      const hidden = place.hidden || tab['hidden'] === true;
      const inner = { ...within(name, tab), hidden };
      await readItems(item['layout'], site, inner, depth);
      for (const variant of asList(item['variants']).map(asObject)) {
        const own = joinPath(
          inner.slug,
          variant['skip-slug'] === true ? '' : slugOf(variant, asTitle(variant['title'])),
        );
        await readItems(variant['layout'], site, { ...inner, slug: own }, depth);
      }
      if ('changelog' in tab) addChangelog(asText(tab['changelog']) ?? '', inner);
    } else if ('changelog' in item)
      addChangelog(asText(item['changelog']) ?? '', within(title || 'Changelog'));
    else if ('folder' in item) {
      const folder = joinPath(place.folder, asText(item['folder']) ?? '');
      addFolder(folder, within(title || folder.slice(folder.lastIndexOf('/') + 1)));
    } else if ('api' in item) {
      const own = within(title);
      apis.push({ name: asText(item['api-name']) ?? '', path: own.slug });
      if ('summary' in item)
        add(joinPath(place.folder, asText(item['summary']) ?? ''), own.slug, title, place);
      await readItems(item['layout'], site, own, depth);
    } else {
      // The pages of a package of an API: `- pets: [{page: About pets, path: pets.mdx}, addPet]`.
      for (const [name, inside] of Object.entries(item))
        await readItems(inside, site, { ...place, slug: joinPath(place.slug, fernSlug(name)) }, depth);
    }
  };

  const filesIn = (folder: string): string[] => {
    foldersLeft -= 1;
    if (foldersLeft < 0) return [];
    return tree.files.filter((file) => isMarkdown(file) && file.startsWith(`${folder}/`));
  };

  /** A page for each file that is named after its day. */
  const addChangelog = (written: string, place: Place): void => {
    for (const file of filesIn(joinPath(place.folder, written))) {
      const name = file.slice(file.lastIndexOf('/') + 1);
      const day = dayOf(name);
      if (day !== null) add(file, joinPath(place.slug, day), titleOfDay(day), place);
      else if (/^(?:summary|index|overview)\./i.test(name)) add(file, place.slug, null, place);
    }
  };

  const addFolder = (folder: string, place: Place): void => {
    for (const file of filesIn(folder)) {
      const steps = file
        .slice(folder.length + 1)
        .replace(/\.\w+$/, '')
        .split('/');
      const shown = steps.at(-1) === 'index' ? steps.slice(0, -1) : steps;
      add(file, joinPath(place.slug, ...shown.map(fernSlug)), null, place);
    }
  };

  const start = { slug: '', folder: folderOf(config), hidden: false, version: null };
  await readSite(settings, start, 0);
  return { entries: [...entries.values()], apis };
}

/** A path that front matter sets: the base path and the version may be in it or not. */
export function setSlug(
  written: string,
  base: string,
  version: Version | null,
): { full: string; path: string } {
  const own = below(joinPath(written), base);
  if (version === null) return { full: own, path: own };
  const full = joinPath(version.slug, below(below(own, version.slug), version.outer));
  return { full, path: version.isDefault ? withoutVersion(full, version) : full };
}

function withoutVersion(path: string, { slug, outer }: Version): string {
  return joinPath(outer, below(path, slug));
}

/** The path without a folder that it begins with. */
function below(path: string, folder: string): string {
  if (folder === '' || !`${path}/`.startsWith(`${folder}/`)) return path;
  return path.slice(folder.length + 1);
}

function titleOf(one: Record<string, unknown>, index: number): string {
  return asTitle(one['display-name'] ?? one['version'] ?? one['product'] ?? index + 1);
}

function asTitle(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function slugOf({ slug }: Record<string, unknown>, title: string): string {
  return slug === undefined ? fernSlug(title) : joinPath(asTitle(slug));
}

const word = /\p{Lu}+(?![\p{Ll}])|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu;

/** Words with dashes, as `kebabCase` of lodash has them: `VSCode` is `vs-code`, `OAuth2` is `o-auth-2`. */
export function fernSlug(title: string): string {
  const plain = title
    .replaceAll(/['\u2019]/g, '')
    .replaceAll(/[\u00C0-\u017F]/g, (letter) => letter.normalize('NFD').replaceAll(/[\u0300-\u036F]/g, ''));
  return (plain.match(word) ?? []).map((one) => one.toLowerCase()).join('-');
}

/** `2024-07-31.mdx` and `07-31-24.mdx` are `2024/7/31`. */
function dayOf(name: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(name) ?? [];
  const [, first, second, third = ''] = /^(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})(?!\d)/.exec(name) ?? [];
  const parts =
    year === undefined ? [third.length === 2 ? `20${third}` : third, first, second] : [year, month, day];
  return parts.includes(undefined) ? null : parts.map(Number).join('/');
}

/** `2025/8/20` is "August 20, 2025". */
function titleOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('/').map(Number);
  return new Date(Date.UTC(year, month - 1, date)).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}
