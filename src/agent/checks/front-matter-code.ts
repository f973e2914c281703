import { parseDocument } from 'yaml';
import type { CodeItem } from './code-item.ts';

/** Fields from which site generators add tags to a page's head, or code around its text. */
const heads = [
  'head',
  'scripts',
  'script',
  'headScripts',
  'css',
  'styles',
  'stylesheets',
  'layout',
  'template',
];
const maxFrontMatterLength = 64 * 1024;

/** Code in front matter: another language after the dashes (gray-matter runs it), or tags for the head. */
export function frontMatterCode(text: string): CodeItem[] {
  const language = /^---[ \t]{0,10}([a-z]{1,20})[ \t]{0,10}\r?\n/i.exec(text)?.[1];
  if (language !== undefined && !/^(?:ya?ml|toml|json)$/i.test(language)) {
    return [{ kind: 'script', key: `---${language}`, line: 1 }];
  }
  if (!/^---\r?\n/.test(text)) return [];
  const end = text.slice(0, maxFrontMatterLength).indexOf('\n---', 3);
  if (end < 0) return [];
  const values = readValues(text.slice(4, end));
  return heads
    .filter((name) => values[name] !== undefined)
    .map((name) => ({ kind: 'script' as const, key: `${name}: ${JSON.stringify(values[name])}`, line: 1 }));
}

function readValues(yaml: string): Record<string, unknown> {
  try {
    const values: unknown = parseDocument(yaml, { schema: 'core' }).toJS({ maxAliasCount: 100 });
    return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
