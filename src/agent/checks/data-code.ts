import { posix } from 'node:path';
import { parse } from 'yaml';
import { isApiFile } from '../docs-path.ts';
import type { CodeItem } from './code-item.ts';

const maxAliases = 50;

/** Values of an API description that are shown as they are written. */
const verbatim = new Set(['example', 'examples', 'default', 'enum', 'const', 'pattern', 'value', 'source']);
/** Where "Try it" and clients send what readers type, their keys too. https://spec.openapis.org/oas/v3.1.0 */
const receivers = new Set(['tokenUrl', 'authorizationUrl', 'refreshUrl', 'openIdConnectUrl']);

/**
 * Code, references and remote content of an API description or a navigation file: descriptions are Markdown, `$ref` reads
 * other files, and servers receive what readers send.
 * @param listMarkdown lists the code of a Markdown text
 */
export function listDataCode(
  path: string,
  text: string,
  listMarkdown: (text: string) => CodeItem[],
): CodeItem[] {
  let data: unknown;
  try {
    data = path.endsWith('.json')
      ? JSON.parse(text)
      : parse(text, { maxAliasCount: maxAliases, uniqueKeys: false, logLevel: 'error' });
  } catch {
    return [{ kind: 'text that cannot be read', key: 'data', line: 1 }];
  }
  return textsOf(data, isApiFile(path) ? verbatim : new Set()).flatMap((one) =>
    codeOf(path, one, listMarkdown).map((item) => ({ ...item, line: lineOf(text, one.value) })),
  );
}

function codeOf(
  path: string,
  { value, key, parents }: Text,
  listMarkdown: (text: string) => CodeItem[],
): CodeItem[] {
  if (key === '$ref') return value.startsWith('#') ? [] : [included(path, value)];
  const isReceiver = receivers.has(key) || (key === 'url' && parents.includes('servers'));
  // Swagger 2.0 names its server so.
  const host = isReceiver ? hostOf(value) : key === 'host' && parents.length === 0 ? value : null;
  if (host !== null) return [{ kind: 'API server', key: host.toLowerCase(), line: 1 }];
  return /[<&]|\]\(|\/\//.test(value) ? listMarkdown(value) : [];
}

type Text = { value: string; key: string; parents: string[] };

/** The texts of a value, each once. @param skipped keys whose values are left out */
function textsOf(data: unknown, skipped: ReadonlySet<string>): Text[] {
  const found: Text[] = [];
  const seen = new Set<object>();
  const visit = (value: unknown, key: string, parents: string[]): void => {
    if (typeof value === 'string') found.push({ value, key, parents });
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const around = key === '' ? parents : [...parents, key];
    for (const [name, inner] of Object.entries(value)) {
      if (Array.isArray(value)) visit(inner, key, parents);
      else if (!skipped.has(name)) visit(inner, name, around);
    }
  };
  visit(data, '', []);
  return found;
}

function included(path: string, reference: string): CodeItem {
  const file = reference.replace(/#.*/s, '');
  const place = file.includes('://') ? file : posix.join(posix.dirname(path), file);
  return { kind: 'import', key: `include from ${place}`, line: 1 };
}

function hostOf(url: string): string | null {
  return /^\s*(?:[a-z]+:)?\/\/([^/?#\s]{1,255})/i.exec(url)?.[1] ?? null;
}

/** The first line that holds the value's beginning; 1 when it is written otherwise. */
function lineOf(text: string, value: string): number {
  const at = text.indexOf(value.split('\n', 1)[0]!.slice(0, 60));
  return at < 0 ? 1 : text.slice(0, at).split('\n').length;
}
