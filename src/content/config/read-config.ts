import type { FileTree } from '../sources/file-tree.ts';
import { runInWorker } from '../run-in-worker.ts';
import type { ReadConfig } from './evaluate-module.ts';
import { moduleFiles } from './module-files.ts';

/** Characters and files. A configuration is small; what is larger is generated, or hostile. */
const maxFileLength = 512 * 1024;
const maxFiles = 30;

/** Milliseconds of CPU that one configuration may take to read. */
const cpuLimit = 5000;

/** Reads configuration in a worker, as no parser of hostile text can be trusted with this process. */
export function createConfigReader(tree: FileTree): ReadConfig {
  return async (file) => {
    const texts = await collectTexts(tree, file);
    if (texts[file] === undefined) return {};
    const result = await runInWorker({ kind: 'config', source: { file, texts } }, cpuLimit);
    return 'excess' in result ? {} : result.exports;
  };
}

/** The file and what it imports from the tree, directly or not. */
async function collectTexts(tree: FileTree, entry: string): Promise<Record<string, string>> {
  const known = new Set(tree.files);
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
