import type { Program } from 'estree';
import { evaluateModule, type Exports } from './evaluate-module.ts';
import { dataParsers, scriptParser } from './parsers.ts';
import { readPython } from './read-python.ts';
import { readLiteral } from './read-literal.ts';

/** A configuration file and, for a script, the files of the same tree that it imports, by their paths. */
export type ModuleSource = { file: string; texts: Record<string, string> };

/** Values in a configuration. A few lines of references could expand to more than memory holds. */
const maxValues = 1_000_000;

/**
 * Reads a configuration file as data: JSON (also with comments), YAML, TOML, or the exports of a script, read from its
 * syntax. Nothing is run. JSON, YAML and TOML are the `default` export; a file that does not parse is empty.
 */
export function readModule({ file, texts }: ModuleSource): Exports {
  const text = texts[file];
  if (text === undefined) return {};
  try {
    const exports = /\.ya?ml$/.test(file)
      ? { default: dataParsers().parseYaml(text) }
      : /\.jsonc?$/.test(file)
        ? { default: readJson(text) }
        : file.endsWith('.toml')
          ? { default: dataParsers().parseToml(text) }
          : file.endsWith('.py')
            ? readPython(text)
            : evaluateModule(file, (name) => readScript(name, texts));
    return isOfBoundedSize(exports) ? exports : {};
  } catch {
    return {};
  }
}

function readScript(file: string, texts: Record<string, string>): Program | { json: unknown } | null {
  const text = texts[file];
  if (text === undefined) return null;
  if (file.endsWith('.json')) return { json: readJson(text) };
  return scriptParser().parseProgram(text, ['estree', 'typescript']);
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return readLiteral(scriptParser().parseExpression(text, ['estree'], true));
  }
}

function isOfBoundedSize(value: unknown): boolean {
  const open: unknown[] = [value];
  for (let count = 0; open.length > 0; count += 1) {
    if (count > maxValues) return false;
    const next = open.pop();
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner);
  }
  return true;
}
