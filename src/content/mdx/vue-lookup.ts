import type { Nodes, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { openModules } from '../config/evaluate-module.ts';
import type { FrontMatter } from '../front-matter.ts';
import { findTarget } from '../includes/find-target.ts';
import { asElement } from '../markdown/element.ts';
import type { Lookup } from '../markdown/fill-variables.ts';
import { readExpression } from './read-expression.ts';
import { programOfScript, readPart } from './read-page-module.ts';

const maxSteps = 100_000;

type VuePage = { file: string; data: FrontMatter; parts: Record<string, string>; sourceRoots: string[] };

/**
 * The values of `{{ }}` on a VitePress page: its front matter, and the constants of its
 * `<script setup>`. https://vitepress.dev/guide/using-vue
 */
export function vueLookup(root: Root, { file, data, parts, sourceRoots }: VuePage): Lookup {
  const script = scriptsIn(root).join('\n');
  const exists = (one: string): boolean => Object.hasOwn(parts, one);
  const modules = openModules({
    readScript: (name) => (name === file ? programOfScript(script) : readPart(name, parts[name] ?? '')),
    resolve: (from, source) => findTarget(source, from, sourceRoots, exists),
    scope: { hasFunctions: true, budget: { steps: maxSteps } },
    globals: () => ({ $frontmatter: data, frontmatter: data }),
  });
  const scope = modules.scopeOf(file);
  return (expression) => {
    const read = readExpression(expression, scope);
    const value = read.kind === 'value' ? read.value : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
}

function scriptsIn(node: Nodes): string[] {
  const element = asElement(node);
  if (element?.name === 'script') return [toString(element)];
  return 'children' in node ? node.children.flatMap((child: Nodes) => scriptsIn(child)) : [];
}
