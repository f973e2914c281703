import type { Program } from 'estree';
import { evaluateModule, type Exports } from './evaluate-module.ts';
import { dataParsers, scriptParser } from './parsers.ts';
import { readPython } from './read-python.ts';
import { readLiteral } from './read-literal.ts';

/** A configuration file and, for a script, the files of the same tree that it imports, by their paths. */
export type ModuleSource = { file: string; texts: Record<string, string> };

/** Values in a configuration, and their characters. A few lines of references could expand to more than memory holds. */
const maxValues = 1_000_000;
const maxCharacters = 20_000_000;

/**
 * Reads a configuration file as data: JSON (also with comments), YAML, TOML, or the exports of a script, read from its
 * syntax. Nothing is run. JSON, YAML and TOML are the `default` export; a file that does not parse is empty.
 * @param report told why the file does not parse, or not all of it
 */
export function readModule(
  { file, texts }: ModuleSource,
  report: (reason: string) => void = () => undefined,
): Exports {
  const text = texts[file];
  if (text === undefined) return {};
  try {
    const exports = /\.ya?ml$/.test(file)
      ? { default: dataParsers().parseYaml(text, report) }
      : /\.jsonc?$/.test(file)
        ? { default: readJson(text) }
        : file.endsWith('.toml')
          ? { default: dataParsers().parseToml(text) }
          : /\.py(?:\.in)?$/.test(file)
            ? readPython(text)
            : evaluateModule(file, (name) => (name === file ? readScript : readImported)(name, texts));
    return isOfBoundedSize(exports) ? exports : {};
  } catch (thrown) {
    report((thrown as Error).message);
    return {};
  }
}

/** An import that does not parse is as one that is missing. */
function readImported(file: string, texts: Record<string, string>): ReturnType<typeof readScript> {
  try {
    return readScript(file, texts);
  } catch {
    return null;
  }
}

function readScript(file: string, texts: Record<string, string>): Program | { json: unknown } | null {
  const text = texts[file];
  if (text === undefined) return null;
  if (file.endsWith('.json')) return { json: readJson(text) };
  const plugins = ['estree', 'typescript'] as const;
  return scriptParser().parseProgram(text, /\.[jt]sx$/.test(file) ? [...plugins, 'jsx'] : [...plugins]);
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
  let characters = 0;
  for (let count = 0; open.length > 0; count += 1) {
    const next = open.pop();
    if (typeof next === 'string') characters += next.length;
    if (count > maxValues || characters > maxCharacters) return false;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner);
  }
  return true;
}
