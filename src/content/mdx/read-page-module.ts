import type { Root } from 'mdast';
import type { Program } from 'estree';
import { scriptParser } from '../config/parsers.ts';
import { readJson } from '../config/read-module.ts';

const noProgram = { type: 'Program', sourceType: 'module', body: [] } as unknown as Program;

/** The imports and exports of a page as syntax trees; those that do not parse are skipped. */
export function programOf(root: Root): Program {
  const statements = root.children.flatMap((node) => (node.type === 'mdxjsEsm' ? [node.value] : []));
  return statements.length === 0 ? noProgram : programOfScript(statements.join('\n'));
}

/** The syntax tree of a script that a page imports, or the value of a JSON or text file. */
export function readPart(file: string, text: string): Program | { json: unknown } {
  if (/\.[cm]?[jt]sx?$/.test(file)) return programOfScript(text);
  return { json: file.endsWith('.json') ? readJsonOr(text) : text };
}

export function programOfScript(text: string): Program {
  try {
    return scriptParser().parseProgram(text, ['estree', 'typescript', 'jsx']);
  } catch {
    return noProgram;
  }
}

function readJsonOr(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
