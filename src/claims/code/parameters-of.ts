import type { Token } from './lex.ts';

const maxTokens = 400;

/** The names of a function's parameters, from the token that is its `(`; null when there is no end near. */
export function parametersOf(tokens: readonly Token[], open: number): string[] | null {
  if (tokens[open]?.text !== '(') return null;
  const names: string[] = [];
  let isFirst = true;
  for (let at = open + 1, depth = 0; at < Math.min(tokens.length, open + maxTokens); at++) {
    const { text, kind } = tokens[at]!;
    if (text === ')' && depth === 0) return names;
    if (text === '(' || text === '[' || text === '{' || text === '<') depth += 1;
    if (text === ')' || text === ']' || text === '}' || text === '>') depth -= 1;
    if (depth === 0 && text === ',') isFirst = true;
    else if (isFirst && depth === 0 && kind === 'word' && !/^(?:self|this|cls|mut|final|ref)$/.test(text)) {
      names.push(text);
      isFirst = false;
    }
  }
  return null;
}
