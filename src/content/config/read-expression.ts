import { parseExpression } from '@babel/parser';
import { readLiteral, type Syntax } from './read-literal.ts';

/** Characters. Data that is longer does not stand in a page. */
const maxExpression = 256 * 1024;

/** What an expression says when it is a literal; undefined when it would have to be evaluated, or is none. */
export function readExpression(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxExpression) return undefined;
  try {
    return readLiteral(
      parseExpression(trimmed, { plugins: ['estree', 'jsx', 'typescript'] }) as unknown as Syntax,
    );
  } catch {
    return undefined;
  }
}
