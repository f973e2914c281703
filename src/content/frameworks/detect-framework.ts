import type { FileTree } from '../sources/file-tree.ts';
import type { Framework, Site, SiteOptions } from './framework.ts';
import { plain } from './plain.ts';

/** Every framework that we know, the surest signs first. Plain Markdown takes whatever is left. */
const frameworks: Framework[] = [plain];

/** @throws Error when there is no such framework: a mistake of ours, not of the content */
export function frameworkNamed(name: string): Framework {
  const framework = frameworks.find((one) => one.name === name);
  if (framework === undefined) throw new Error(`unknown framework ${name}`);
  return framework;
}

/** Opens a tree as the first framework that recognises it. */
export async function detectFramework(
  tree: FileTree,
  options: SiteOptions,
): Promise<{ framework: string; site: Site }> {
  for (const { name, open } of frameworks) {
    const site = await open(tree, options);
    if (site !== null) return { framework: name, site };
  }
  throw new Error('plain Markdown takes every tree');
}
