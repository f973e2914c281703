// These read whole files of a hostile repository as YAML: they run in the check process.

import { posix } from 'node:path';
import { type Document, isMap, parseDocument } from 'yaml';

/** How a framework keeps its navigation: the file, and the key within it. */
const formats: { name: string; key: string }[] = [
  { name: 'docs.json', key: 'navigation' },
  { name: 'mint.json', key: 'navigation' },
  { name: 'mkdocs.yml', key: 'nav' },
];

/** The navigation file of these docs, the nearest above the docs root; null where pages order themselves. */
export function navigationFile(files: Iterable<string>, docsRoot: string): string | null {
  const known = new Set(files);
  for (let folder = docsRoot; ; folder = posix.dirname(folder).replace(/^\.$/, '')) {
    for (const { name } of formats) if (known.has(posix.join(folder, name))) return posix.join(folder, name);
    if (folder === '') return null;
  }
}

const keyOf = (file: string) => formats.find(({ name }) => name === posix.basename(file))?.key ?? null;

/** The navigation as the file has it, as JSON data; null when the file has none. */
export function readNavigation(file: string, text: string): unknown {
  const key = keyOf(file);
  if (key === null) return null;
  const document = parseData(text);
  return document === null
    ? null
    : ((document.toJS({ maxAliasCount: 50 }) as Record<string, unknown>)[key] ?? null);
}

/**
 * The same file with another navigation and everything else as it was: comments and order in YAML, order in JSON. Null
 * when the file cannot be read as data.
 */
export function writeNavigation(file: string, text: string, navigation: unknown): string | null {
  const key = keyOf(file);
  const document = parseData(text);
  if (key === null || document === null) return null;
  if (file.endsWith('.json')) {
    const indent = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
    const data = { ...(JSON.parse(text) as object), [key]: navigation };
    return `${JSON.stringify(data, null, indent)}${text.endsWith('\n') ? '\n' : ''}`;
  }
  document.set(key, document.createNode(navigation));
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Whether two versions of a navigation file differ in nothing but the navigation. */
export function onlyNavigationDiffers(file: string, before: string, after: string): boolean {
  const rest = (text: string) => {
    const document = parseData(text);
    if (document === null) return null;
    document.delete(keyOf(file));
    return document.toString();
  };
  const was = rest(before);
  return was !== null && was === rest(after);
}

/** Every page that the navigation names, as written there. */
export function navigationEntries(file: string, text: string): string[] | null {
  const navigation = readNavigation(file, text);
  if (navigation === null) return null;
  const entries: string[] = [];
  collect(navigation, posix.basename(file) === 'mkdocs.yml', entries);
  return entries.filter(
    (entry) => !/^(?:https?:|mailto:|#|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) )/i.test(entry),
  );
}

// Mintlify names pages in `pages` lists and in `root`; MkDocs by every text that is a value.
function collect(value: unknown, everyText: boolean, entries: string[]): void {
  if (typeof value === 'string') entries.push(value);
  else if (Array.isArray(value)) for (const child of value) collect(child, everyText, entries);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      if (typeof child === 'string' && !everyText && key !== 'root') continue;
      if (Array.isArray(child) && !everyText && ['tags', 'openapi', 'asyncapi'].includes(key)) continue;
      collect(child, everyText, entries);
    }
  }
}

// JSON is YAML too. Custom tags (`!ENV`) stay as they are.
function parseData(text: string): Document | null {
  const document = parseDocument(text, { schema: 'core', logLevel: 'silent' });
  return document.errors.length > 0 || !isMap(document.contents) ? null : document;
}
