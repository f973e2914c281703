import { parse } from '@babel/parser';
import { sourceFiles } from './source-files.ts';

export type SourceRegex = { where: string; pattern: string; flags: string };

type Node = { type: string; loc: { start: { line: number } } };
type Written = Node & { pattern: string; flags: string };
type Made = Node & { callee: { name?: string }; arguments: Text[] };
type Text = { value?: string; quasi?: Text; quasis?: { value: { raw: string; cooked: string } }[] };

/** Every regular expression that the product's source spells out, once; a letter stands for what is put into one. */
export function sourceRegexes(): SourceRegex[] {
  const found = new Map<string, SourceRegex>();
  for (const { path, text } of sourceFiles('src').filter((file) => !file.path.endsWith('.test.ts'))) {
    const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
    walk(program, (node) => {
      const regex = node.type === 'RegExpLiteral' ? (node as Written) : madeOf(node as Made);
      if (regex === null) return;
      const { pattern, flags } = regex;
      found.set(`/${pattern}/${flags}`, { where: `${path}:${node.loc.start.line}`, pattern, flags });
    });
  }
  return [...found.values()];
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (node === null || typeof node !== 'object') return;
  if ('type' in node) visit(node as Node);
  for (const name in node) if (name !== 'loc') walk(node[name as never], visit);
}

/** Of `new RegExp` with a text that is written there. */
function madeOf(node: Made): { pattern: string; flags: string } | null {
  if (node.type !== 'NewExpression' || node.callee.name !== 'RegExp') return null;
  const [text, flags] = node.arguments;
  const form = text?.quasi === undefined ? 'cooked' : 'raw';
  const pieces = (text?.quasi ?? text)?.quasis?.map(({ value }) => value[form]);
  const pattern = pieces?.reduce((before, piece) => before + fitting(before) + piece);
  return pattern === undefined ? null : { pattern, flags: flags?.value ?? '' };
}

/** What may follow there. */
function fitting(before: string): string {
  if (/\\p\{\w+=$/.test(before)) return 'Greek';
  return /\{(?:\d+,)?$/.test(before) ? '3' : 'x';
}
