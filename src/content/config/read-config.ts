import type { FileTree } from '../sources/file-tree.ts';
import { isDeeperThan } from '../../lib/json-depth.ts';
import { type RunTask, runInWorker } from '../run-in-worker.ts';
import type { Exports, ReadConfig } from './evaluate-module.ts';
import { moduleFiles } from './module-files.ts';

/** Characters and files. Larger configurations are generated, or hostile. */
const maxFileLength = 512 * 1024;
const maxFiles = 30;

/** Levels of JSON: frameworks walk through it by recursion, which some thousands overflow. */
const maxDepth = 200;

/** Milliseconds of CPU that one configuration may take to read. */
const cpuLimit = 5000;

/**
 * Reads configuration in a sandboxed process, because hostile text may crash a parser; only plain JSON is read here.
 * Results are cached, because frameworks ask for the same file for many pages.
 */
export function createConfigReader(tree: FileTree, run: RunTask = runInWorker): ReadConfig {
  const known = new Set(tree.files);
  const read = new Map<string, Promise<Exports>>();
  return (file) => {
    const exports = read.get(file) ?? readExports(tree, file, known, run);
    read.set(file, exports);
    return exports;
  };
}

async function readExports(tree: FileTree, file: string, known: Set<string>, run: RunTask): Promise<Exports> {
  if (!known.has(file)) return {};
  const texts = await collectTexts(tree, file, known);
  const text = texts[file];
  if (text === undefined) return {};
  if (/\.jsonc?$/.test(file) && isDeeperThan(text, maxDepth)) {
    warn(tree, file, 'it is nested too deep', true);
    return {};
  }
  const plain = file.endsWith('.json') ? parsePlainJson(text) : undefined;
  if (plain !== undefined) return { default: plain };
  const result = await run({ kind: 'config', source: { file, texts } }, cpuLimit);
  const { exports, fault } =
    'excess' in result ? { exports: {}, fault: 'it takes too long to read' } : result;
  const isEmpty = Object.keys(exports).length === 0;
  if (fault !== null || (isEmpty && formats.some(([ending]) => ending.test(file)) && text.trim() !== ''))
    warn(tree, file, fault, isEmpty);
  return exports;
}

const formats: [ending: RegExp, name: string][] = [
  [/\.jsonc?$/, 'JSON'],
  [/\.ya?ml$/, 'YAML'],
  [/\.toml$/, 'TOML'],
];

function warn({ warnings }: FileTree, file: string, fault: string | null, isEmpty: boolean): void {
  if (warnings.some((one) => one.file === file)) return;
  const [, format = 'a script'] = formats.find(([ending]) => ending.test(file)) ?? [];
  // The parsers' messages go on with an excerpt.
  const reason = fault === null ? '' : ` (${fault.split('\n', 1)[0]!.replace(/:$/, '').slice(0, 200)})`;
  const used = isEmpty ? 'nothing in it is used' : 'only a part of it is used';
  warnings.push({ file, message: `It does not parse as ${format}${reason}, so ${used}.` });
}

/** Undefined for JSON with comments or errors, which the sandboxed process reads as far as possible. */
function parsePlainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The file and its direct and indirect imports in the tree. */
async function collectTexts(
  tree: FileTree,
  entry: string,
  known: Set<string>,
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const wanted = [entry];
  for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
    if (file in texts || Object.keys(texts).length >= maxFiles) continue;
    const { text } = await tree.read(file);
    if (text === null || text.length > maxFileLength) continue;
    texts[file] = text;
    if (!/\.[cm]?[jt]s$/.test(file)) continue;
    for (const [, source = ''] of text.matchAll(/\b(?:from|import|require\()\s*["'](\.[^"'\n]*)["']/g)) {
      wanted.push(...moduleFiles(file, source).filter((name) => known.has(name)));
    }
  }
  return texts;
}
