import type { Exports } from '../config/evaluate-module.ts';
import type { Scope } from '../config/module-scope.ts';
import { asObject } from '../config/values.ts';
import type { FrontMatter } from '../front-matter.ts';
import { findTarget } from '../includes/find-target.ts';
import { namedTargets } from '../includes/part-targets.ts';
import { relativeTarget } from '../includes/rebase-links.ts';
import { textAttribute, type Element } from '../markdown/element.ts';
import { codeAttribute } from '../markdown/marked-code.ts';
import { Shown, hasText, nodesOf, showsAll } from '../markdown/shown.ts';
import type { Heading, Nodes, Root, RootContent } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import { includedNodes, isInclude } from './included-nodes.ts';
import { openPageModules } from './page-modules.ts';
import { openParts, type Lost, type PartSource } from './part-files.ts';
import { readExpression } from './read-expression.ts';
import { readJsx } from './read-jsx.ts';
import { folderOf } from '../site/paths.ts';

/** Maximum depth of included pages, and number of resulting nodes. */
const maxDepth = 12;
const maxNodes = 200_000;

type Props = Record<string, unknown>;

/** Attributes of the heading or link before it: `{{ target: '_blank' }}`. https://github.com/bradlc/mdx-annotations */
const annotation = /^\s*\{\s*['"]?[\w-]+['"]?\s*:[^]*\}\s*$/;

/** The title and description that a page exports, as Next's metadata or by themselves. https://nextjs.org/docs/app/guides/mdx */
function metadataOf({ metadata, meta = metadata, frontmatter = meta, ...own }: Exports): FrontMatter {
  const { title, description } = { ...own, ...asObject(frontmatter) };
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
  };
}

/**
 * The tree of an MDX page: components are elements with attribute values, expressions are replaced by their values, and
 * imported pages are expanded with their props. Nothing is run: expressions that only running would resolve are left
 * out and listed in `lost`.
 */
export function placeParts(
  root: Root,
  source: PartSource,
): { root: Root; lost: Lost; exported: FrontMatter } {
  const lost: Lost = { expressions: [], messages: [] };
  const chain: string[] = [source.file];
  let nodesLeft = maxNodes;
  let partsPlaced = 0;
  let part = 0;

  const files = openParts(source, root, lost);
  const modules = openPageModules(source, files, {
    show: (node, scope) => readJsx(node, scope, placeElement),
    pageComponent: (file) => pageComponent(file),
  });

  const pageComponents = new Set<unknown>();
  const pageComponent = (file: string) => {
    const component = (props: unknown): Shown => {
      const into = part;
      partsPlaced += 1;
      part = partsPlaced;
      const shown = new Shown(placePage(file, (props ?? {}) as Props));
      part = into;
      return shown;
    };
    pageComponents.add(component);
    return component;
  };

  /** An imported page, expanded where it is used. */
  function placePage(file: string, props: Props): RootContent[] {
    const page = files.open(file);
    const into = chain.at(-1) ?? source.file;
    if (page === null || chain.length > maxDepth) return [];
    if (chain.includes(file)) {
      lost.messages.push(`The included file ${file} would include itself.`);
      return [];
    }
    chain.push(file);
    const placed = placeAll(page.root.children, withProps(modules.scopeOf(file), props));
    chain.pop();
    return rebaseNodes(placed, file, into);
  }

  const placeAll = (nodes: readonly Nodes[], scope: Scope): RootContent[] =>
    nodes.flatMap((node) => placeNode(node, scope));

  function placeNode(node: Nodes, scope: Scope): RootContent[] {
    if (--nodesLeft < 0) return [];
    switch (node.type) {
      case 'mdxjsEsm':
        return [];
      case 'mdxTextExpression':
      case 'mdxFlowExpression':
        return placeExpression(node, node.value, scope);
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        return placeElement(
          node.name ?? '',
          attributesOf(node, scope),
          placeAll(node.children, scope),
          scope,
        );
      case 'heading':
        return [{ ...node, data: headingData(node), children: placeAll(node.children, scope) } as Heading];
      default:
        if (!('children' in node)) return [node as RootContent];
        return [{ ...node, children: placeAll(node.children, scope) } as RootContent];
    }
  }

  const headingData = (heading: Heading): Heading['data'] => ({
    ...heading.data,
    written: heading,
    part,
  });

  function placeExpression(node: Nodes, text: string, scope: Scope): RootContent[] {
    const read = guarded(() => readExpression(text, scope));
    // A comment may hold the explicit id of a heading.
    if (read?.kind === 'comment') return [node as RootContent];
    const nodes = read?.kind === 'value' ? nodesOf(read.value) : null;
    if (nodes === null && text.trim() !== 'children' && !annotation.test(text))
      lost.expressions.push(text.trim().slice(0, 100));
    if (read?.kind === 'value' && typeof read.value === 'string')
      return [{ type: 'text', value: read.value, data: { isValue: true } }];
    return nodes ?? [];
  }

  function placeElement(
    name: string,
    attributes: Props,
    children: RootContent[],
    scope: Scope,
  ): RootContent[] {
    const element: Element = { type: 'element', name, attributes, children };
    const from = chain.at(-1) ?? source.file;
    if (isInclude(element)) {
      return includedNodes(element, {
        textOf: (target) => source.parts[resolveText(from, target) ?? ''] ?? null,
        pageOf: (target) => placePage(resolveText(from, target) ?? '', attributes),
      });
    }
    const named = namedTargets(name, (key) => textAttribute(element, key)).find((one) =>
      resolveText(from, one),
    );
    if (named !== undefined)
      return placePage(resolveText(from, named) ?? '', { ...attributes, ...asObject(attributes['params']) });
    if (codeAttribute(element) !== null) return [element];
    const component = /^[A-Z]/.test(name) ? guarded(() => componentNamed(name, scope)) : undefined;
    if (typeof component !== 'function') return [element];
    const isPage = pageComponents.has(component);
    const given = { ...attributes, children: new Shown(children) };
    const shown = guarded(() => nodesOf((component as (props: Props) => unknown)(given)));
    if (isPage) return shown ?? [];
    return shown != null && hasText(shown) && showsAll(shown, element) ? shown : [element];
  }

  const resolveText = (from: string, target: string): string | null =>
    findTarget(target, from, source.sourceRoots, files.exists);

  const placed = placeAll(root.children, modules.scopeOf(source.file));
  return { root: { ...root, children: placed }, lost, exported: metadataOf(modules.exportsOf(source.file)) };
}

/** The value of a component's name: `Card`, or `Cards.Item`. */
function componentNamed(name: string, scope: Scope): unknown {
  const [first = '', ...rest] = name.split('.');
  let value = scope.name(first);
  for (const key of rest) {
    const isOwn = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    value = isOwn ? (value as Props)[key] : undefined;
  }
  return value;
}

/** Props as `props`, and each by its own name, as in Mintlify's snippets. */
function withProps(scope: Scope, props: Props): Scope {
  return {
    ...scope,
    name(name) {
      if (name === 'props') return props;
      return scope.name(name) ?? (Object.hasOwn(props, name) ? props[name] : undefined);
    },
  };
}

/** A component's attributes by name, as far as their values are known. */
function attributesOf(node: MdxJsxFlowElement | MdxJsxTextElement, scope: Scope): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const attribute of node.attributes) {
    if (attribute.type === 'mdxJsxExpressionAttribute') {
      const read = guarded(() => readExpression(attribute.value.replace(/^\s*\.\.\./, ''), scope));
      if (read?.kind === 'value' && typeof read.value === 'object') Object.assign(attributes, read.value);
      continue;
    }
    const { name, value } = attribute;
    if (value === null || value === undefined) attributes[name] = true;
    else if (typeof value === 'string') attributes[name] = value;
    else {
      const read = guarded(() => readExpression(value.value, scope));
      if (read?.kind === 'value') attributes[name] = read.value;
    }
  }
  return attributes;
}

/** Makes the relative links and images of included nodes relative to the including file. */
function rebaseNodes(nodes: RootContent[], from: string, to: string): RootContent[] {
  if (folderOf(from) === folderOf(to)) return nodes;
  return nodes.map((node) => rebase(node, from, to) as RootContent);
}

function rebase(node: Nodes, from: string, to: string): Nodes {
  const children = 'children' in node ? node.children.map((child) => rebase(child, from, to)) : undefined;
  const rebased = { ...node, ...(children && { children }) } as Nodes;
  if (rebased.type === 'link' || rebased.type === 'image' || rebased.type === 'definition')
    rebased.url = relativeTarget(rebased.url, from, to);
  if (rebased.type === 'element') {
    const { href, to: route } = rebased.attributes;
    const attributes = { ...rebased.attributes };
    if (typeof href === 'string') attributes['href'] = relativeTarget(href, from, to);
    if (typeof route === 'string') attributes['to'] = relativeTarget(route, from, to);
    rebased.attributes = attributes;
  }
  return rebased;
}

/** The value is unknown when functions recurse without end. */
function guarded<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}
