import { asObject } from '../config/values.ts';

/** Values for a page's Liquid: `site`, `page`, `include`, and what the page assigns. */
export type LiquidValues = Record<string, unknown>;

/** What only a build knows. */
export const unknown = Symbol('unknown');

/** Steps of a path, such as `site.data.langs[0].name` and `include[lang.id]`. */
const maxSteps = 20;

/** The value of a literal or a path; unknown when nothing here defines its first name. */
export function resolve(expression: string, values: LiquidValues): unknown {
  const written = expression.trim();
  const quoted = /^(?:"([^"]*)"|'([^']*)')$/.exec(written);
  if (quoted !== null) return quoted[1] ?? quoted[2];
  if (/^-?\d+(?:\.\d+)?$/.test(written)) return Number(written);
  if (written === 'true' || written === 'false') return written === 'true';
  if (/^(?:nil|null)$/.test(written)) return null;
  if (/^(?:empty|blank)$/.test(written)) return '';
  const steps = written.match(/[\w-]+\??|\[[^\][]*\]/g) ?? [];
  const [root = '', ...rest] = steps;
  if (steps.join('').length < written.replaceAll('.', '').length || steps.length > maxSteps) return unknown;
  if (!Object.hasOwn(values, root)) return unknown;
  let value: unknown = values[root];
  for (const step of rest) {
    if (value === unknown) return unknown;
    const key = step.startsWith('[') ? resolve(step.slice(1, -1), values) : step;
    if (typeof key !== 'string' && typeof key !== 'number') return unknown;
    value = fieldOf(value, String(key));
  }
  // Plugins and layouts give pages and the site values of their own.
  return value === undefined ? (root === 'site' || root === 'page' ? unknown : null) : value;
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value === 'string') return key === 'size' ? value.length : undefined;
  if (!Array.isArray(value)) {
    const object = asObject(value);
    return Object.hasOwn(object, key) ? object[key] : undefined;
  }
  if (key === 'size') return value.length;
  if (key === 'first' || key === 'last') return value.at(key === 'first' ? 0 : -1);
  return value[Number(key)];
}

/** Whether a condition holds; null when only a build knows. */
export function holds(condition: string, values: LiquidValues): boolean | null {
  const parts = condition.split(/(?<!\s)\s+(and|or)\s+/);
  let result = compare(parts.at(-1) ?? '', values);
  // Liquid reads `and` and `or` from the right.
  for (let at = parts.length - 2; at > 0; at -= 2) {
    const left = compare(parts[at - 1] ?? '', values);
    if (left === null || result === null) return null;
    result = parts[at] === 'and' ? left && result : left || result;
  }
  return result;
}

function compare(comparison: string, values: LiquidValues): boolean | null {
  const [, left = comparison, operator, right = ''] =
    /^([^\s]+|"[^"]*"|'[^']*')\s*(==|!=|<>|>=|<=|>|<|\bcontains\b)\s*(.+)/s.exec(comparison.trim()) ?? [];
  const one = resolve(left, values);
  if (one === unknown) return null;
  if (operator === undefined) return one !== null && one !== false;
  const other = resolve(right, values);
  if (other === unknown) return null;
  if (operator === '==') return one === other;
  if (operator === '!=' || operator === '<>') return one !== other;
  if (operator === 'contains')
    return Array.isArray(one) ? one.includes(other) : typeof one === 'string' && one.includes(String(other));
  if (typeof one !== 'number' || typeof other !== 'number') return null;
  return operator === '>'
    ? one > other
    : operator === '<'
      ? one < other
      : operator === '>='
        ? one >= other
        : one <= other;
}
