import { asObject } from '../config/values.ts';

/**
 * VitePress' `rewrites` map a source file to the path that it is served at, with `:name` for one segment and `:name*`
 * or `(.*)` for many. A function is not supported. https://vitepress.dev/guide/routing#route-rewrites
 */
export function createRewrite(rewrites: unknown): (file: string) => string {
  const rules = Object.entries(asObject(rewrites)).flatMap(([from, to]) =>
    typeof to === 'string' ? [{ from: named(from).split('/').map(readSegment), to: named(to) }] : [],
  );
  return (file) => {
    const segments = file.split('/');
    for (const { from, to } of rules) {
      const names = matchRoute(from, segments);
      if (names !== null) return fillRoute(to, names);
    }
    return file;
  };
}

/** A group without a name has its number, as in https://github.com/pillarjs/path-to-regexp/tree/v6.3.0 */
function named(route: string): string {
  return route.replaceAll('(.*)', ':0*');
}

type Names = Map<string, string>;

/** A segment of a route: text, or a name for one or many segments between texts. */
type Segment = string | { before: string; key: string; allows: Allows; isMany: boolean; after: string };

type Allows = (found: string) => boolean;

function readSegment(written: string): Segment {
  const name = /^([^:]*):(\w+)(?:\(([^)]*)\))?(\*|\+)?(.*)/s.exec(written);
  if (name === null) return written;
  const [, before = '', key = '', pattern = '', many, after = ''] = name;
  return { before, key, allows: readPattern(pattern), isMany: many !== undefined, after };
}

/** Digits, or one of some words; other patterns of a name are taken to allow anything. */
function readPattern(pattern: string): Allows {
  if (pattern === '\\d+') return (found) => /^\d+$/.test(found);
  if (!/^[\w-]+(?:\|[\w-]+)*$/.test(pattern)) return () => true;
  const words = new Set(pattern.split('|'));
  return (found) => words.has(found);
}

function matchRoute(pattern: Segment[], segments: string[]): Names | null {
  const names: Names = new Map();
  for (const [index, expected] of pattern.entries()) {
    const found = segments[index];
    if (typeof expected === 'string') {
      if (expected !== found) return null;
      continue;
    }
    const { before, key, allows, isMany, after } = expected;
    if (isMany) {
      const end = segments.length - (pattern.length - index - 1);
      names.set(key, segments.slice(index, end).join('/'));
      const rest = matchRoute(pattern.slice(index + 1), segments.slice(end));
      return rest === null || end < index ? null : new Map([...names, ...rest]);
    }
    if (found === undefined || !found.startsWith(before) || !found.endsWith(after)) return null;
    const value = found.slice(before.length, found.length - after.length);
    if (!allows(value)) return null;
    names.set(key, value);
  }
  return pattern.length === segments.length ? names : null;
}

function fillRoute(route: string, names: Names): string {
  const filled = route.replaceAll(
    /:(\w+)(?:\([^)]*\))?[*+]?/g,
    (whole, key: string) => names.get(key) ?? whole,
  );
  return filled
    .split('/')
    .filter((segment) => segment !== '')
    .join('/');
}
