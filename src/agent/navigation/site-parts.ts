import { posix } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { isNode, isScalar, type Node as YamlNode, visit } from 'yaml';
import { redirectBlocks } from '../redirects/python-lists.ts';
import { docsifyOptions, docsifyScript } from './docsify-script.ts';
import { isFernNavigation } from './fern.ts';
import { isPlainKey, isPlainText } from './plain-value.ts';
import { quartoParts } from './quarto.ts';
import {
  childrenOf,
  follow,
  keyOf,
  mainExport,
  type Node,
  parseScript,
  propertyNode,
  textOf,
  walk,
} from './script-syntax.ts';
import { parseYaml } from './yaml-entries.ts';

/** A file without its navigation and redirects, and the parts of these that are not plain data. */
type Skeleton = { rest: string; code: string[] };

/**
 * Whether two versions of a configuration file differ only in navigation and redirects, and these have gained neither
 * code nor an address of another site. False for a file that does not parse.
 */
export function onlySitePartsDiffer(path: string, before: string, after: string): boolean {
  try {
    const [was, now] = [skeletonOf(path, before), skeletonOf(path, after)];
    const left = [...was.code];
    const isKnown = (one: string) => {
      const at = left.indexOf(one);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    };
    return was.rest === now.rest && now.code.every(isKnown);
  } catch {
    return false;
  }
}

function skeletonOf(path: string, text: string): Skeleton {
  const name = posix.basename(path);
  if (/\.(?:json|[cm]?[jt]sx?)$/i.test(name)) return scriptSkeleton(path, text);
  if (/\.ya?ml$/i.test(name)) return yamlSkeleton(path, text);
  if (name.endsWith('.toml')) return tomlSkeleton(text);
  if (name === 'conf.py') return pythonSkeleton(text);
  if (name === 'index.html') return docsifySkeleton(text);
  if (/^(?:_redirects|redirects\.txt)$/.test(name))
    return { rest: '', code: text.split('\n').filter(isOddRule) };
  throw new Error('no such kind of file');
}

/** `/old /new 301`, `"old.rst" "new.rst"`, or a comment. An address of another site does not match. */
const isOddRule = (line: string) =>
  !/^(?:\s*|#.*|[\w/.:*-]+[ \t]+\/?(?!\/)[\w.][\w/.*-]*(?:#[\w-]*)?(?:[ \t]+30[1278])?|(["'])[\w/. -]+\1[ \t]+(["'])[\w.][\w/. -]*\2)$/.test(
    line,
  );

/** A table that does more than a plain redirect, such as a rewrite (`status = 200`). */
const isOddTable = ({ from: _, to: __, status = 301, ...others }: Record<string, unknown>) =>
  ![301, 302, 307, 308].includes(Number(status)) || Object.keys(others).length > 0;

const partKeys = new Set(['navigation', 'sidebar', 'nav', 'redirects', 'pages']);
/** Files that hold only navigation. */
const isWhole = (path: string) =>
  /(?:^|\/)(?:_(?:meta|nav)[\w-]*|[\w-]*sidebars?)\.[^/]+$|versioned_sidebars\//i.test(path);

function scriptSkeleton(path: string, text: string): Skeleton {
  const root = parseScript(text, path);
  const main = isWhole(path) ? mainExport(root) : null;
  return skeletonWithout(root, main === null ? partProperties(root) : [main]);
}

/** The page without the aliases in its script. */
function docsifySkeleton(html: string): Skeleton {
  const span = docsifyScript(html);
  if (span === null) throw new Error('no page of docsify');
  const root = parseScript(html.slice(span.start, span.end), 'docsify.js');
  const alias = propertyNode(docsifyOptions(root), 'alias');
  const { rest, code } = skeletonWithout(root, alias === null ? [] : [alias]);
  return { rest: JSON.stringify([html.slice(0, span.start), rest, html.slice(span.end)]), code };
}

/** @param found the properties and values with navigation or redirects */
function skeletonWithout(root: Node, found: readonly Node[]): Skeleton {
  const parts = new Set<Node>();
  const open = found.map((node) => (keyOf(node) === null ? node : (node['value'] ?? node))) as Node[];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const inner of walk(follow(node, root))) {
      const target = follow(inner, root);
      if (/^(?:Array|Object)Expression$/.test(target.type) && !parts.has(target)) {
        parts.add(target);
        if (target !== inner) open.push(target);
      }
    }
  }
  const code = [...parts].flatMap((part) => childrenOf(part).flatMap((child) => codeIn(child, parts)));
  return { rest: serialize(root, parts), code };
}

function partProperties(root: Node): Node[] {
  return [...walk(root)].filter(
    (node) =>
      (node.type === 'ObjectProperty' || node.type === 'ObjectMethod') &&
      node['computed'] !== true &&
      partKeys.has(nameOf(node) ?? ''),
  );
}

const nameOf = ({ key }: Node) => (key?.type === 'Identifier' ? key.name : (textOf(key)?.value ?? null));

/** Parts of a list that are not plain values or keys: names, calls, functions, addresses of other sites. */
function codeIn(node: Node, parts: ReadonlySet<Node>): string[] {
  if (parts.has(node)) return [];
  if (node.type === 'ObjectProperty' && node['computed'] !== true && node['shorthand'] !== true) {
    const key = keyOf(node);
    const isPlain = key === null || isPlainKey(key);
    return [...(isPlain ? [] : [`key ${key}`]), ...codeIn(node['value'] as Node, parts)];
  }
  const text = textOf(node)?.value;
  if (text !== undefined) return isPlainText(text) ? [] : [`text ${text}`];
  if (/^(?:Numeric|Boolean|Null)Literal$/.test(node.type)) return [];
  return [serialize(node, parts)];
}

/** The syntax tree without positions, comments and the content of the parts; a property that is a part goes whole. */
function serialize(root: Node, parts: ReadonlySet<Node>): string {
  return JSON.stringify(root, (key, value: unknown) => {
    if (/^(?:start|end|loc|extra|range|\w+Comments|comments|tokens|errors)$/.test(key)) return undefined;
    if (typeof value !== 'object' || value === null) return value;
    if (parts.has(value as Node)) return 'part';
    if (!Array.isArray(value)) return value;
    return value.filter((one: Node | null) => !(one?.type === 'ObjectProperty' && parts.has(one['value'])));
  });
}

function yamlSkeleton(path: string, text: string): Skeleton {
  const document = parseYaml(text);
  // A directive changes what the rest means.
  const code = text.split('\n').filter((line) => line.startsWith('%'));
  visit(document, (role, node) => {
    const { tag, anchor } = isNode(node) ? (node as YamlNode & { tag?: string; anchor?: string }) : {};
    if (tag !== undefined || anchor !== undefined) code.push(`${tag} ${anchor}`);
    const isPlain = role === 'key' ? isPlainKey : isPlainText;
    if (isScalar(node) && typeof node.value === 'string' && !isPlain(node.value))
      code.push(`text ${node.value}`);
  });
  const data: unknown = document.toJS({ maxAliasCount: 50 });
  const parts = yamlParts(path);
  if (parts === null) return { rest: '', code };
  const config = data as Record<string, any>;
  for (const part of parts) removePart([config], part);
  const plugins = [config['plugins'] ?? []].flat() as any[];
  for (const plugin of plugins) if (plugin?.redirects?.redirect_maps) plugin.redirects.redirect_maps = 'part';
  return { rest: JSON.stringify(config), code };
}

/** Keys below which a configuration file keeps navigation and redirects; null for a file that holds nothing else. */
function yamlParts(path: string): string[][] | null {
  const name = posix.basename(path);
  if (/mkdocs|properdocs|^\.gitbook\.|^redocly\./.test(name)) return [['nav'], ['redirects']];
  if (name.startsWith('_quarto'))
    return ['website', 'book'].flatMap((kind) => quartoParts.map((part) => [kind, part]));
  if (isFernNavigation(path))
    return [['navigation'], ['products', 'navigation'], ['versions', 'navigation'], ['landing-page']];
  return null;
}

/** Removes what stands below a path of keys, in each item of a list. */
function removePart(nodes: readonly any[], [key, ...deeper]: readonly string[]): void {
  for (const node of nodes.filter((one) => typeof one === 'object' && one !== null)) {
    if (deeper.length === 0) delete node[key!];
    else removePart([node[key!]].flat(), deeper);
  }
}

function tomlSkeleton(text: string): Skeleton {
  const config = parseToml(text) as Record<string, any>;
  const code: string[] = [];
  const parts = [config['redirects'], config['output']?.html?.redirect, config['project']?.nav];
  JSON.stringify(parts, (key, value: unknown) => {
    if (!isPlainKey(key)) code.push(`key ${key}`);
    if (typeof value === 'string' && !isPlainText(value)) code.push(`text ${value}`);
    return value;
  });
  code.push(
    ...[config['redirects'] ?? []]
      .flat()
      .filter(isOddTable)
      .map((one) => JSON.stringify(one)),
  );
  delete config['redirects'];
  delete config['project']?.nav;
  const { html = {}, ...outputs } = config['output'] ?? {};
  const { redirect: _, ...kept } = html;
  // A table added just for redirects changes nothing else.
  return { rest: JSON.stringify({ ...config, output: { ...outputs, html: kept } }), code };
}

function pythonSkeleton(text: string): Skeleton {
  const lines = text.split('\n');
  const pairs = new Set(redirectBlocks(lines).flatMap(({ pairs: own }) => own));
  return { rest: lines.filter((_, nth) => !pairs.has(nth)).join('\n'), code: [] };
}
