import { parse, parseExpression as parseSyntax, type ParserPlugin } from '@babel/parser';
import type { Program } from 'estree';
import type { Syntax } from './module-scope.ts';

/** A script's syntax tree; syntax errors are skipped where possible, unless they are to be thrown. */
export function parseProgram(text: string, plugins: ParserPlugin[], errorRecovery = true): Program {
  const options = { plugins, errorRecovery, sourceType: 'unambiguous' } as const;
  return parse(text, options).program as unknown as Program;
}

/** An expression's syntax tree. @throws Error when it does not parse, unless errors are skipped where possible */
export function parseExpression(text: string, plugins: ParserPlugin[], errorRecovery = false): Syntax {
  return parseSyntax(text, { plugins, errorRecovery }) as unknown as Syntax;
}
