import { proseOf } from '../markdown/split-prose.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { readTexts } from '../sources/read-texts.ts';
import { spreadOver } from '../spread-over.ts';
import type { PageFile } from '../site/site-facts.ts';
import { isMarkdown } from '../site/endings.ts';

/** Sampled pages, and the least number of them, and share, that must show a sign. */
const maxSampled = 120;
const minSampled = 3;
const minPages = 2;
const minShare = 0.02;

/** Syntax that only one framework's pages have, outside of code. */
const signs: [framework: string, sign: RegExp][] = [
  ['mkdocs', /^[ \t]*(?:(?:!!!|\?\?\?\+?)[ \t]+[a-z]|===[!+]?[ \t]+"|-{1,2}8<-{1,2}[ \t]+")/m],
  ['vitepress', /^(?:<<<[ \t]*[@./]|:::[ \t]*code-group|<script setup\b)/m],
  ['gitbook', /\{%[ \t]+(?:hint|tabs|content-ref|embed|code|stepper)[ \t]+[^\n]{0,300}%\}/],
  ['hugo', /^[ \t]*\{\{[%<][ \t]*[a-z][\w./-]*(?:[ \t][^\n]{0,300})?[%>]\}\}/m],
  ['mdbook', /\{\{#(?:include|rustdoc_include|playground)[ \t]/],
  ['docusaurus', /^import[ \t][^\n]{1,200}[ \t]from[ \t]+['"]@(?:theme|docusaurus)\//m],
  ['starlight', /^import[ \t][^\n]{1,200}[ \t]from[ \t]+['"]@astrojs\/starlight\/components['"]/m],
  ['nextra', /^import[ \t][^\n]{1,200}[ \t]from[ \t]+['"]nextra(?:-theme-docs|\/components)['"]/m],
  ['nuxt-content', /^(?:[ \t]*::(?:[a-z]+-)*[a-z]+(?:\{[^\n]{0,300}\})?|:read-more\{[^\n]{0,300}\})[ \t]*$/m],
  ['fumadocs', /^import[ \t][^\n]{1,200}[ \t]from[ \t]+['"]fumadocs-[\w-]+\//m],
  ['mintlify', /<(?:ParamField|ResponseField|CodeGroup|CardGroup)\b[^<>\n]{0,300}>/],
];

/** A framework, and the number of sampled pages with its syntax. */
type Guess = { framework: string; pages: number; sampled: number };

/**
 * The framework that pages without its configuration were written for, by its own syntax: a docs folder apart from its
 * repository. Null when no sign is clear.
 */
export async function guessFramework(pages: PageFile[], tree: FileTree): Promise<Guess | null> {
  const written = pages.filter(({ file }) => isMarkdown(file));
  const chosen = spreadOver(written, maxSampled);
  const sampled = chosen.length;
  if (sampled < minSampled) return null;
  const counts = new Map<string, number>();
  for await (const [, text] of readTexts(tree, chosen)) {
    const prose = proseOf(text);
    for (const [name, sign] of signs) if (sign.test(prose)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted(([, one], [, two]) => two - one);
  const minCount = Math.max(minPages, sampled * minShare);
  return best === undefined || best[1] < minCount ? null : { framework: best[0], pages: best[1], sampled };
}
