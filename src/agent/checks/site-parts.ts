import { parse as parseToml } from 'smol-toml';
import { isNode, isScalar, type Node as YamlNode, visit } from 'yaml';
import { siteFilesAt } from '../../content/frameworks/site-files.ts';
import {
  childrenOf,
  follow,
  keyOf,
  mainExport,
  type Node,
  parseScript,
  textOf,
  walk,
} from '../../content/navigation/script-syntax.ts';
import { parseYaml } from '../../content/navigation/yaml-entries.ts';
import { htmlCode } from './html-code.ts';

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

/** The keys below which a file keeps navigation and redirects; null for a file that holds nothing else. */
type Parts = readonly (readonly string[])[] | null;

function skeletonOf(path: string, text: string): Skeleton {
  const kinds = siteFilesAt(path);
  const [one] = kinds;
  if (one === undefined) throw new Error('no such kind of file');
  const parts = kinds.some((kind) => kind.parts === undefined) ? null : kinds.flatMap((kind) => kind.parts!);
  if (/\.(?:json|[cm]?[jt]sx?)$/i.test(path)) return scriptSkeleton(parts, parseScript(text, path));
  if (/\.ya?ml$/i.test(path)) return yamlSkeleton(parts, text);
  if (path.endsWith('.toml')) return tomlSkeleton(parts, text);
  const lines = one.withoutParts?.(text);
  if (lines === undefined) return { rest: '', code: text.split('\n').filter(isOddRule) };
  const { rest, keys, values } = lines;
  return {
    rest,
    code: [...keys.filter((key) => !isPlainKey(key)), ...values.filter((value) => !isPlainText(value))],
  };
}

/** `/old /new 301`, `"old.rst" "new.rst"`, or a comment. An address of another site does not match. */
const isOddRule = (line: string) =>
  !/^(?:\s*|#.*|[\w/.:*-]+[ \t]+\/?(?!\/)[\w.][\w/.*-]*(?:#[\w-]*)?(?:[ \t]+30[1278])?|(["'])[\w/. -]+\1[ \t]+(["'])[\w.][\w/. -]*\2)$/.test(
    line,
  );

/** A table that does more than a plain redirect, such as a rewrite (`status = 200`). */
const isOddTable = ({ from: _, to: __, status = 301, ...others }: Record<string, unknown>) =>
  ![301, 302, 307, 308].includes(Number(status)) || Object.keys(others).length > 0;

function scriptSkeleton(parts: Parts, root: Node): Skeleton {
  const main = parts === null ? mainExport(root) : null;
  const names = new Set(parts?.map(([name]) => name!));
  return skeletonWithout(root, main === null ? propertiesNamed(root, names) : [main]);
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

function propertiesNamed(root: Node, names: ReadonlySet<string>): Node[] {
  return [...walk(root)].filter(
    (node) =>
      (node.type === 'ObjectProperty' || node.type === 'ObjectMethod') &&
      node['computed'] !== true &&
      names.has(nameOf(node) ?? ''),
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

function yamlSkeleton(parts: Parts, text: string): Skeleton {
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
  if (parts === null) return { rest: '', code };
  const data: unknown = document.toJS({ maxAliasCount: 50 });
  for (const part of parts) takePart([data], part);
  return { rest: JSON.stringify(data), code };
}

function tomlSkeleton(parts: Parts, text: string): Skeleton {
  const data: unknown = parseToml(text);
  const code: string[] = [];
  const found = (parts ?? []).flatMap((part) => takePart([data], part));
  JSON.stringify(found, (key, value: unknown) => {
    if (!isPlainKey(key)) code.push(`key ${key}`);
    if (typeof value === 'string' && !isPlainText(value)) code.push(`text ${value}`);
    return value;
  });
  // The items of a list are tables, one for each redirect; navigation has items of one key.
  const tables = found.flat(2).filter((one) => typeof one === 'object' && one !== null && 'from' in one);
  code.push(...tables.filter(isOddTable).map((one) => JSON.stringify(one)));
  return { rest: JSON.stringify(data), code };
}

/** Takes what stands below a path of keys out of data, in each item of a list, with the maps that are empty then. */
function takePart(nodes: readonly any[], [key, ...deeper]: readonly string[]): unknown[] {
  return nodes
    .filter((one) => typeof one === 'object' && one !== null && Object.hasOwn(one, key!))
    .flatMap((node) => {
      const taken = deeper.length === 0 ? [node[key!]] : takePart([node[key!]].flat(), deeper);
      if (deeper.length === 0 || JSON.stringify(node[key!]) === '{}') delete node[key!];
      return taken;
    });
}

/** Whether a value in a navigation or redirect list is only a title or an address of this site. */
function isPlainText(text: string): boolean {
  return !isElsewhere(text) && !hasCode(text) && !/^\/(?:.{0,1000}\/)?\.\.(?:\/|$)/.test(text);
}

/** The same for a redirect's source: plugins write a file at the old address. */
function isPlainKey(key: string): boolean {
  return isPlainText(key) && !key.split('/').includes('..');
}

/** An address of another site, or code in the shape of one. Browsers read a backslash as a slash, and skip blanks. */
function isElsewhere(text: string): boolean {
  const plain = text.replaceAll(/[\p{Cc}\s]/gu, '').replaceAll('\\', '/');
  return (
    /:\/\/|^\/\/|^https?:|(?:javascript|vbscript):/i.test(plain) || /^\s*\w+:(?![\w\s])|data:\S/i.test(text)
  );
}

/** Some frameworks write titles into their pages as HTML. A tag that is left open ends with the next one. */
function hasCode(text: string): boolean {
  return (
    text.includes('<') && htmlCode({ html: `${text}>`, line: 1 }).some(({ kind }) => kind !== 'component')
  );
}
