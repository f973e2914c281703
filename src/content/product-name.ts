import { createConfigReader } from './config/read-config.ts';
import { asObject, asText } from './config/values.ts';
import type { Site } from './frameworks/framework.ts';
import type { FileTree } from './sources/file-tree.ts';

/** Characters. What is longer is a sentence. */
const maxLength = 60;

/** What stands around a name: `Acme Docs`, `The Acme documentation`, `acme-website`. */
const before =
  /^(?:welcome to |(?:the )?(?:official )?(?:docs|documentation) (?:of|for) |the (?=.* docs?\b|.* documentation\b))/i;
const after =
  /(?<![\s_-])[\s_-]{1,20}(?:(?:official|developer|user|api|product|project)[\s_-]{1,20})?(?:docs?|documentation|web-?site|monorepo|root|workspace)$/i;
/** Names of any docs and packages, which say nothing of what these are about. */
const general =
  /^(?:(?:my|your|new|the|our|developer|user|project|product)[\s_-]+)?(?:docs?|documentation|handbook|manual|guides?|home|site|web-?site|web|www|app|api|content|pages?|src|root|main|monorepo|mono|workspace|package|packages|project|repo(?:sitory)?|book|title|untitled.*)$/i;

/**
 * What the docs are about: the site's title, else the name of the package that they lie in, or what the home page says that it
 * documents, or the nearest package above.
 * @returns null when none says it
 */
export async function findProductName(
  { title }: Pick<Site, 'title'>,
  tree: FileTree,
): Promise<string | null> {
  const named =
    productOf(title ?? '') ?? (await packageName(tree, ['package.json'])) ?? (await documentedBy(tree));
  if (named !== null) return named;
  const above = (await tree.above?.()) ?? null;
  if (above === null) return null;
  const isAbove = (file: string): boolean =>
    `${above.folder}/`.startsWith(file.slice(0, -'package.json'.length));
  const packages = above.files.filter((file) => /(?:^|\/)package\.json$/.test(file) && isAbove(file));
  return packageName({ ...above, name: tree.name, warnings: [] }, packages.toSorted(longestFirst));
}

/** Of a home page `# Acme Documentation`; `# Acme` may be the title of any page. */
async function documentedBy(tree: FileTree): Promise<string | null> {
  const home = ['index.md', 'README.md', 'readme.md'].find((file) => tree.files.includes(file));
  const { text } = home === undefined ? { text: null } : await tree.read(home);
  const title = /^# ([^\n]+)/m.exec(text?.slice(0, 5000) ?? '')?.[1]?.trim() ?? '';
  return before.test(title) || after.test(title) ? productOf(title) : null;
}

const longestFirst = (one: string, other: string): number => other.length - one.length;

async function packageName(tree: FileTree, files: string[]): Promise<string | null> {
  const readConfig = createConfigReader({ ...tree, warnings: [] });
  for (const file of files) {
    const name = asText(asObject((await readConfig(file))['default'])['name']) ?? '';
    // `@acme/docs` is about acme.
    const [, scope = '', own = ''] = /^(?:@([^/]+)\/)?(.*)$/.exec(name) ?? [];
    const product = productOf(own) ?? productOf(scope);
    if (product !== null) return product;
  }
  return null;
}

/** The name in a title: `Acme` of `Acme Docs | Ship faster`; null when it names nothing. */
export function productOf(title: string): string | null {
  for (const part of title.split(/\s[|·•–—-]\s|:\s/)) {
    const said = part.trim();
    const name = said.replace(before, '').replace(after, '').trim();
    const isName = /[\p{L}\p{N}]/u.test(name) && name.length <= maxLength && !/[{}<>$\p{Cc}]/u.test(name);
    if (isName && !general.test(said) && !general.test(name)) return name;
  }
  return null;
}
