import type { FileTree } from '../sources/file-tree.ts';
import { folderOf, joinPath } from '../site/paths.ts';

/** Each is looked for on each page. */
const maxComponents = 300;

const imported = /^import[ \t]+([A-Z]\w{0,80})[ \t]+from[ \t]+['"]([^'"\n]{1,300}\.mdx?)['"]/gm;

/**
 * Pages that all pages of a site may show as a component without an import, by the component's name, as one would import
 * them: what `src/theme/MDXComponents` of Docusaurus or `mdx-components` of Next.js imports.
 */
export async function readMdxComponents(tree: FileTree, root: string): Promise<Record<string, string>> {
  const start = root === '' ? '' : `${root}/`;
  const file = tree.files.find(
    (one) =>
      one.startsWith(start) &&
      /^(?:src\/theme\/MDXComponents(?:\/index)?|(?:src\/)?mdx-components)\.[jt]sx?$/.test(
        one.slice(start.length),
      ),
  );
  if (file === undefined) return {};
  const text = (await tree.read(file)).text ?? '';
  const within = folderOf(file).slice(start.length);
  return Object.fromEntries(
    Array.from(text.matchAll(imported), ([, name = '', target = '']) => [
      name,
      target.startsWith('.') ? `/${joinPath(within, target)}` : target,
    ]).slice(0, maxComponents),
  );
}

/** A page of MDX with imports of the components that it shows without one. */
export function withImports(text: string, components: Record<string, string>): string {
  const missing = Object.entries(components).filter(
    ([name]) => text.includes(`<${name}`) && !new RegExp(`\\bimport\\s+${name}\\b`).test(text),
  );
  if (missing.length === 0) return text;
  return `${text}\n\n${missing.map(([name, target]) => `import ${name} from '${target}';`).join('\n')}\n`;
}
