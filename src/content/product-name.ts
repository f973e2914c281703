import { createConfigReader } from './config/read-config.ts';
import { asObject, asText } from './config/values.ts';
import { productOf, productOfPlace } from '../lib/product-of.ts';
import type { Site } from './frameworks/framework.ts';
import type { FileTree } from './sources/file-tree.ts';

/**
 * What the docs are about: the site's title, else the name of the package that they lie in, or what the home page says that it
 * documents, or the nearest package above, else that of the repository or folder.
 * @returns null when nothing says it
 */
export async function findProductName(
  { title }: Pick<Site, 'title'>,
  tree: FileTree,
): Promise<string | null> {
  const named =
    productOf(title ?? '') ??
    (await packageName(tree, ['package.json'])) ??
    (await documentedBy(tree)) ??
    (await nameAbove(tree));
  return named ?? (tree.site === undefined ? productOfPlace(tree.name) : null);
}

async function nameAbove(tree: FileTree): Promise<string | null> {
  const above = (await tree.above?.()) ?? null;
  if (above === null) return null;
  const isAbove = (file: string): boolean =>
    `${above.folder}/`.startsWith(file.slice(0, -'package.json'.length));
  const packages = above.files.filter((file) => /(?:^|\/)package\.json$/.test(file) && isAbove(file));
  return packageName({ ...above, name: tree.name, warnings: [] }, packages.toSorted(longestFirst));
}

/**
 * Of a home page `# Acme Documentation`, where its text speaks of Acme, too: `# Acme` may be the title of any page, and
 * `# Building the docs` names nothing.
 */
async function documentedBy(tree: FileTree): Promise<string | null> {
  const home = ['index.md', 'README.md', 'readme.md'].find((file) => tree.files.includes(file));
  const { text } = home === undefined ? { text: null } : await tree.read(home);
  const [, title = '', body = ''] = /^# ([^\n]+)([^]{0,20000})/m.exec(text ?? '') ?? [];
  const product = productOf(title);
  if (product === null || title.includes(': ') || !/^welcome to |\b(?:docs|documentation)\b/i.test(title))
    return null;
  return body
    .split(product)
    .slice(0, -1)
    .some((before) => /[\p{Ll},] $/u.test(before))
    ? product
    : null;
}

const longestFirst = (one: string, other: string): number => other.length - one.length;

async function packageName(tree: FileTree, files: string[]): Promise<string | null> {
  const readConfig = createConfigReader({ ...tree, warnings: [] });
  for (const file of files) {
    const description = asObject((await readConfig(file))['default']);
    // `@acme/docs` is about acme.
    const [, scope = '', own = ''] = /^(?:@([^/]+)\/)?(.*)$/.exec(asText(description['name']) ?? '') ?? [];
    const product = productOf(own) ?? productOf(scope);
    if (product !== null && !(product === own && isSites(description))) return product;
  }
  return null;
}

/** Programs that make sites, by the packages that bring them. */
const generator =
  /^(?:astro|vitepress|vuepress|next|nuxt|gatsby|hexo|hugo-(?:bin|extended)|@11ty\/eleventy|@docusaurus\/core|@rspress\/core|rspress)$/;
/** A name of a site's package that is put together from more than the product: `acme-docs-astro`. */
const namesSite = /(?:^|[-_.])(?:docs?|documentation|website|site|theme|template|starter)(?:[-_.]|$)/i;

/** Whether a package is only the site's own, which themes and templates named. */
function isSites(description: Record<string, unknown>): boolean {
  const used = ['dependencies', 'devDependencies'].flatMap((key) => Object.keys(asObject(description[key])));
  const isMadeFor = description['private'] === true && used.some((name) => generator.test(name));
  return isMadeFor || namesSite.test(asText(description['name']) ?? '');
}
