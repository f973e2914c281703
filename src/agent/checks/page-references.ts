import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { isComponentName, type SyntaxNode, walkNames } from './js-names.ts';
import { parsePageTree } from '../../content/links/scan-page.ts';
import { isMdx } from '../../content/site/endings.ts';

/** A page's outside references: modules that it imports, and names that it uses without declaring them. */
export type PageReferences = {
  imports: { source: string; line: number }[];
  undeclared: { name: string; kind: 'component' | 'variable'; line: number }[];
};

/**
 * Lists the references of one MDX page as data, without evaluating it.
 * @param asMdx whether the site compiles `.md` as MDX, too
 */
export function listPageReferences(path: string, text: string, asMdx: boolean): PageReferences {
  const references: PageReferences = { imports: [], undeclared: [] };
  if (!asMdx && !isMdx(path)) return references;
  const tree = parsePageTree(text, true);
  const declared = new Set<string>();
  const used = new Map<string, PageReferences['undeclared'][number]>();
  visit(tree, (node) => {
    const line = node.position?.start.line ?? 1;
    const use = (name: string, kind: 'component' | 'variable') => {
      if (!used.has(name)) used.set(name, { name, kind, line });
    };
    for (const program of programsOf(node)) {
      walkNames(program, { declare: (name) => declared.add(name), use });
      for (const source of importsOf(program)) references.imports.push({ source, line });
    }
    if ('name' in node && typeof node.name === 'string' && node.type.startsWith('mdxJsx')) {
      if (isComponentName(node.name)) use(node.name.split('.')[0]!, 'component');
    }
  });
  references.undeclared = [...used.values()].filter(({ name }) => !declared.has(name));
  return references;
}

/** The syntax trees of the JavaScript that a node holds. */
function programsOf(node: Nodes): SyntaxNode[] {
  const attributes = 'attributes' in node && Array.isArray(node.attributes) ? node.attributes : [];
  const holders = [node, ...attributes, ...attributes.map(({ value }) => value)];
  return holders.flatMap(
    (holder) => (holder as { data?: { estree?: SyntaxNode } } | null)?.data?.estree ?? [],
  );
}

function importsOf({ body }: SyntaxNode): string[] {
  const statements = Array.isArray(body) ? (body as SyntaxNode[]) : [];
  return statements.flatMap(({ source }) => {
    const value = (source as { value?: unknown } | null | undefined)?.value;
    return typeof value === 'string' ? value : [];
  });
}
