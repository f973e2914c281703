import { readLiteral } from '../config/read-literal.ts';
import type { Scope } from '../config/module-scope.ts';
import { scriptParser } from '../config/parsers.ts';

/** Characters. Longer data is not part of a page's text. */
const maxExpression = 256 * 1024;

/** The content of braces: a value, a comment, or an expression that only running would resolve. */
type Expression = { kind: 'value'; value: unknown } | { kind: 'comment' } | { kind: 'unknown' };

/** Reads an expression as data. Nothing is run. */
export function readExpression(text: string, scope: Scope): Expression {
  const trimmed = text.trim();
  const quick = quickValue(trimmed, scope);
  if (quick !== undefined) return { kind: 'value', value: quick };
  if (isComment(trimmed)) return { kind: 'comment' };
  if (trimmed.length > maxExpression) return { kind: 'unknown' };
  try {
    const syntax = scriptParser().parseExpression(trimmed, ['estree', 'jsx', 'typescript']);
    const value = readLiteral(syntax, scope);
    return value === undefined ? { kind: 'unknown' } : { kind: 'value', value };
  } catch {
    return { kind: 'unknown' };
  }
}

/** Most expressions are a string, a number or a name, which need no parser. */
function quickValue(text: string, scope: Scope): unknown {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const quoted = /^(["'`])([^"'`\\$\n]*)\1$/.exec(text);
  if (quoted !== null) return quoted[2];
  if (text === 'true' || text === 'false') return text === 'true';
  return /^[A-Za-z_$][\w$]*$/.test(text) ? scope.name(text) : undefined;
}

function isComment(text: string): boolean {
  if (text === '') return true;
  if (text.startsWith('/*') && text.indexOf('*/') === text.length - 2) return true;
  return text.split('\n').every((line) => /^\s*(?:\/\/.*)?$/.test(line));
}
