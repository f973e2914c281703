import { isDocsFile } from '../content/site/endings.ts';
import { mayHoldKeys } from '../lib/key-files.ts';
import { refuse } from './refusal.ts';

const navigationFiles = new Set([
  'docs.json',
  'mint.json',
  'meta.json',
  '_meta.json',
  '_category_.json',
  '_category_.yml',
  'sidebars.json',
]);
const openapiFile = /^(?:openapi|swagger)[\w.-]*\.(?:json|ya?ml)$/i;
// These files instruct other agents, or name reviewers: a job never changes them.
const instructionFiles = new Set([
  'agents.md',
  'agents.override.md',
  'claude.md',
  'claude.local.md',
  'gemini.md',
  'copilot-instructions.md',
  'skill.md',
]);

/** Whether a file of a repository may be shown to a model. */
export const isOpenSource = (path: string) => !mayHoldKeys(path);

/**
 * A path of any file of a repository, as the model gave it.
 * @throws Refusal for a path outside of the repository, and for files that may hold keys
 */
export function sourcePath(given: string): string {
  const path = cleanPath(given);
  if (!isOpenSource(path)) refuse('Files that may hold keys are closed.');
  return path;
}

/**
 * A path of the docs as the model gave it, made relative to the repository.
 * @param docsRoot the docs folder within the repository, '' for its root
 * @throws Refusal for a path outside of the docs, a hidden file, or a name that a file system could read as another
 */
export function readablePath(given: string, docsRoot: string): string {
  const path = cleanPath(given);
  for (const segment of path.split('/')) {
    if (segment.startsWith('.') || /^git~\d/i.test(segment))
      refuse('Files and folders that begin with a dot are closed.');
  }
  if (docsRoot !== '' && !path.startsWith(`${docsRoot}/`)) {
    refuse(`Only files under ${docsRoot}/ are open. Give the path from the root of the repository.`);
  }
  return path;
}

function cleanPath(given: string): string {
  const path = given.replace(/^\.\//, '').replace(/^\/+(?=\S)/, '');
  if (path === '' || path.length > 500) refuse('Give the path of one file in the docs.');
  if (path.includes('\\') || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(path))
    refuse('The path holds characters that are not allowed.');
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '..' || segment === '.')
      refuse('The path may not hold "..", "." or empty parts.');
    if (/[. ]$/.test(segment) || segment.includes(':')) refuse('The path is not valid on every file system.');
  }
  return path;
}

/** @throws Refusal unless it is a page, a navigation file or an OpenAPI file under the docs root */
export function writablePath(given: string, docsRoot: string): string {
  const path = readablePath(given, docsRoot);
  const name = path.split('/').at(-1)!;
  if (path.split('/').includes('node_modules')) refuse('Installed packages are closed.');
  if (instructionFiles.has(name.toLowerCase())) refuse('Instruction files for agents are closed.');
  if (!isDocsFile(path) && !navigationFiles.has(name) && !isApiFile(path)) {
    refuse('Only pages (.md, .mdx, .rst, .adoc), navigation files and OpenAPI files may be written.');
  }
  return path;
}

export function isWritable(path: string, docsRoot: string): boolean {
  try {
    return writablePath(path, docsRoot) === path;
  } catch {
    return false;
  }
}

export function isApiFile(path: string): boolean {
  return openapiFile.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Whether a file holds data: an API description, or navigation. */
export function isDataFile(path: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(path);
}
