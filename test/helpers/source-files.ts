import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export type SourceFile = { path: string; text: string; imports: Import[] };

/** `whole`: by `import()`, which takes everything that the file exports. */
type Import = { target: string; typeOnly: boolean; whole: boolean };

/** Every TypeScript file under `folder`, with the files of this repository that it imports. */
export function sourceFiles(folder: string): SourceFile[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  }).map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, imports: localImports(path, text) };
  });
}

const importStatement =
  /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'|import\('(\.[^']+)'\)/gm;

function localImports(path: string, text: string): Import[] {
  return [...text.matchAll(importStatement)].map(([, type, from, lazy]) => {
    const target = relative(root, resolve(root, dirname(path), (from ?? lazy)!));
    return { target, typeOnly: type !== undefined, whole: lazy !== undefined };
  });
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
