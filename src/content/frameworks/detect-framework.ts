import { antora } from './antora.ts';
import type { ReadConfig } from '../config/evaluate-module.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { docusaurus } from './docusaurus.ts';
import type { Framework, Site, SiteOptions } from './framework.ts';
import { fumadocs } from './fumadocs.ts';
import { gitbook } from './gitbook.ts';
import { hugo } from './hugo.ts';
import { docsify } from './docsify.ts';
import { jekyll } from './jekyll.ts';
import { mdbook } from './mdbook.ts';
import { mintlify } from './mintlify.ts';
import { mkdocs } from './mkdocs.ts';
import { nextra } from './nextra.ts';
import { plain } from './plain.ts';
import { redocly } from './redocly.ts';
import { site } from './site.ts';
import { starlight } from './starlight.ts';
import { vitepress } from './vitepress.ts';

/** Every framework that we know. Plain Markdown takes what no other does. */
export const frameworks: Framework[] = [
  docusaurus,
  vitepress,
  starlight,
  mintlify,
  mkdocs,
  gitbook,
  redocly,
  fumadocs,
  nextra,
  antora,
  hugo,
  mdbook,
  jekyll,
  docsify,
  site,
  plain,
];

/** @throws Error when there is no such framework: a mistake of ours, not of the content */
export function frameworkNamed(name: string): Framework {
  const framework = frameworks.find((one) => one.name === name);
  if (framework === undefined) throw new Error(`unknown framework ${name}`);
  return framework;
}

/** Opens a tree as the framework that covers most of its pages: a repository can hold examples of others. */
export async function detectFramework(
  tree: FileTree,
  readConfig: ReadConfig,
  options: SiteOptions,
): Promise<{ framework: string; site: Site }> {
  let best: { framework: string; site: Site } | null = null;
  for (const { name, open } of frameworks) {
    if (name === plain.name) continue;
    const site = await open(tree, readConfig, options);
    if (site !== null && site.pages.length > (best?.site.pages.length ?? 0)) best = { framework: name, site };
  }
  if (best !== null) return best;
  const site = await plain.open(tree, readConfig, options);
  if (site === null) throw new Error('plain Markdown takes every tree');
  return { framework: plain.name, site };
}
