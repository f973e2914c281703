import { asObject } from '../config/values.ts';
import { joinPath } from '../site/paths.ts';

/** `:name`, `:name(\d+)`, `:name*`, and `(.*)`, whose name is its number: there is at most one. */
const parameter = /:(\w+)(?:\(([^)]*)\))?([*+]?)|\(\.\*\)/g;

/**
 * VitePress' `rewrites` map a source file to the path that it is served at, with `:name` for one segment and `:name*`
 * or `(.*)` for many. A function is not supported. https://vitepress.dev/guide/routing#route-rewrites
 * https://github.com/pillarjs/path-to-regexp/tree/v6.3.0
 */
export function createRewrite(rewrites: unknown): (file: string) => string {
  const rules = Object.entries(asObject(rewrites)).flatMap(([from, to]) =>
    typeof to === 'string' ? [{ ...readRoute(from), to }] : [],
  );
  return (file) => {
    for (const { pattern, names, to } of rules) {
      const values = pattern.exec(file)?.slice(1);
      if (values !== undefined)
        return joinPath(
          to.replaceAll(parameter, (whole, name = '0') => {
            const at = names.indexOf(name);
            return at < 0 ? whole : (values[at] ?? '');
          }),
        );
    }
    return file;
  };
}

/** A route as a pattern with a group for each name: one in a segment and one for many, so that it matches in linear time. */
function readRoute(route: string): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  let isMany = false;
  const segments = route.split('/').map((segment, nth) => {
    const [found] = segment.matchAll(parameter);
    const slash = nth === 0 ? '' : '/';
    if (found === undefined) return slash + escaped(segment);
    const { 0: whole, 1: name = '0', 2: allowed = '', 3: many = '*', index } = found;
    names.push(name);
    if (many !== '' && !isMany) {
      isMany = true;
      return nth === 0 ? '(.*)' : '(?:/(.*))?';
    }
    const [before, after] = [segment.slice(0, index), segment.slice(index + whole.length)].map(escaped);
    return `${slash}${before}(${patternOf(allowed)})${after}`;
  });
  return { pattern: new RegExp(`^${segments.join('')}$`, 's'), names };
}

/** Digits, or one of some words; other patterns of a name are taken to allow anything. */
function patternOf(written: string): string {
  return written === '\\d+' || /^[\w-]+(?:\|[\w-]+)*$/.test(written) ? written : '[^/]*';
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
