/** A file name as written, whether it must be a page, and whether it is included as text. */
type Part = { target: string; isPage: boolean; raw: boolean };

/**
 * The files that an MDX page, or a script that it imports, includes, as written. Some may be packages, which are not
 * found in the docs later.
 */
export type PartTargets = (text: string) => Part[];

/** `import Part from './_part.mdx'`, `export * from './data.js'`, also with a loader for raw text. */
export const importedParts: PartTargets = (text) =>
  Array.from(
    text.matchAll(/^[ \t]*(?:import|export)\b[^'"`;]{0,2000}?["']([^"'\n]+)["']/gm),
    ([, source = '']) => partOf(source.replaceAll('\\', '')),
  ).filter(({ target }) => /^[./~@#$]/.test(target));

/** `<include>./part.mdx#section</include>`. https://fumadocs.dev/docs/mdx/include */
export const includedParts: PartTargets = (text) =>
  Array.from(text.matchAll(/<include\b[^<>]*>([^<>]+)<\/include>/g), ([, inside = '']) =>
    partOf(inside.trim().split('#')[0] ?? ''),
  );

/** Mintlify's `<Snippet file="part.mdx" />`, from the folder `snippets`. https://mintlify.com/docs/reusable-snippets */
export const snippetParts: PartTargets = (text) =>
  Array.from(text.matchAll(/<Snippet\s[^<>]{0,200}?file=["']([^"'\n]+)["']/g), ([, file = '']) =>
    partOf(`/snippets/${file}`),
  );

/** Fern's `<Markdown src="/snippets/part.mdx" />` and `<Code src="/snippets/main.py" />`. https://buildwithfern.com/learn/docs/writing-content/reusable-snippets */
export const sourceParts: PartTargets = (text) =>
  Array.from(text.matchAll(/<(?:Markdown|Code)\s[^<>]{0,200}?src=["']([^"'\n]+)["']/g), ([, file = '']) =>
    partOf(file),
  );

/** Components that show a page of a folder for such pages, by its name: `<Render file="limits" product="workers" />`. */
const named = '\\$?(?:Render|Snippet|Partial|Include|IncludeFile|Reusable|FAQ)';
const ofNamed = new RegExp(`^${named}$`);
const namedTags = new RegExp(`<(${named})\\s([^<>]{0,1000})`, 'g');

const namedFolders = ['partials', '_partials', 'snippets', '_snippets', 'includes', '_includes', 'faqs'];

/** The files that a component may name, likeliest first; none when it is not such a component. */
export function namedTargets(component: string, valueOf: (attribute: string) => string | null): string[] {
  if (!ofNamed.test(component)) return [];
  const name = ['file', 'path', 'name', 'src', 'slug'].map(valueOf).find((one) => one !== null);
  if (name === undefined || name === null) return [];
  const within = [valueOf('product'), name].filter((one) => one !== null).join('/');
  return [...namedFolders.map((folder) => `/${folder}/${within}`), within];
}

/** Pages that components name. */
export const namedParts: PartTargets = (text) =>
  Array.from(text.matchAll(namedTags)).flatMap(([, name = '', written = '']) => {
    const attributes = new Map(
      Array.from(written.matchAll(/(?:^|\s)(\w+)=["']([^"'\n]+)["']/g), ([, key = '', value = '']) => [
        key,
        value,
      ]),
    );
    return namedTargets(name, (key) => attributes.get(key) ?? null).map((target) => ({
      target,
      isPage: false,
      raw: false,
    }));
  });

function partOf(written: string): Part {
  const target = bareTarget(written);
  return { target, isPage: /\.mdx?$/.test(target), raw: isRaw(written) };
}

const rawLoader = /^!{0,2}raw-loader(?:\?[^!]*)?!/;

/** The path without its loader. */
export function bareTarget(written: string): string {
  return written.replace(rawLoader, '').replace(/\?raw$/, '');
}

/** Whether a loader returns the raw text: Webpack's raw loader, Vite's `?raw`. */
export function isRaw(written: string): boolean {
  return rawLoader.test(written) || written.endsWith('?raw');
}
