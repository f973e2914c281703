import type { Framework } from './framework.ts';
import { antora } from './antora/site.ts';
import { docfx } from './docfx/site.ts';
import { docsify } from './docsify/site.ts';
import { docusaurus } from './docusaurus/site.ts';
import { eleventy } from './eleventy/site.ts';
import { fern } from './fern/site.ts';
import { fumadocs } from './fumadocs/site.ts';
import { gitbook } from './gitbook/site.ts';
import { honkit } from './honkit/site.ts';
import { hugo } from './hugo/site.ts';
import { jekyll } from './jekyll/site.ts';
import { mdbook } from './mdbook/site.ts';
import { mintlify } from './mintlify/site.ts';
import { mkdocs } from './mkdocs/site.ts';
import { nextra } from './nextra/site.ts';
import { nuxtContent } from './nuxt-content/site.ts';
import { plain } from './plain/site.ts';
import { quarto } from './quarto/site.ts';
import { redocly } from './redocly/site.ts';
import { rspress } from './rspress/site.ts';
import { site } from './site/site.ts';
import { sphinx } from './sphinx/site.ts';
import { starlight } from './starlight/site.ts';
import { vitepress } from './vitepress/site.ts';
import { wiki } from './wiki/site.ts';

/** Every supported framework. Plain Markdown is the fallback. */
export const frameworks: Framework[] = [
  docusaurus,
  vitepress,
  rspress,
  starlight,
  mintlify,
  fern,
  mkdocs,
  gitbook,
  honkit,
  redocly,
  fumadocs,
  nextra,
  nuxtContent,
  sphinx,
  antora,
  docfx,
  quarto,
  hugo,
  mdbook,
  jekyll,
  docsify,
  eleventy,
  wiki,
  site,
  plain,
];

/** @throws Error when there is no such framework, which is a bug and no fault of the content */
export function frameworkNamed(name: string): Framework {
  const framework = frameworks.find((one) => one.name === name);
  if (framework === undefined) throw new Error(`unknown framework ${name}`);
  return framework;
}
