import type { Scalar, YAMLMap } from 'yaml';
import { dataParsers } from '../config/parsers.ts';

/**
 * The text with one more pair in a map; what led to the new key leads straight to its value.
 * @param old how a value names the place of the new key
 */
export function addPair(
  given: string,
  find: (text: string) => YAMLMap | null,
  from: string,
  to: string,
  old = from,
): string | null {
  const stale = (find(given)?.items ?? [])
    .map(({ value }) => value)
    .filter(
      (value): value is Scalar =>
        dataParsers().yaml.isScalar(value) && value.value === old && value.range !== undefined,
    );
  let text = given;
  for (const { range } of stale.sort((a, b) => b.range![0] - a.range![0]))
    text = text.slice(0, range![0]) + quote(to, text[range![0]]!) + text.slice(range![1]);
  const last = find(text)?.items.at(-1) as { key: Scalar; value: Scalar } | undefined;
  if (!last?.key.range || !last.value?.range) return null;
  const start = text.lastIndexOf('\n', last.key.range[0] - 1) + 1;
  const indent = text.slice(start, last.key.range[0]);
  if (indent.trim() !== '') return null;
  const lineEnd = text.indexOf('\n', last.value.range[1]);
  const at = lineEnd < 0 ? text.length : lineEnd;
  const key = quote(from, text[last.key.range[0]]!);
  return `${text.slice(0, at)}\n${indent}${key}: ${quote(to, text[last.value.range[0]]!)}${text.slice(at)}`;
}

/** A string with the same quotes as another one. */
export const quote = (value: string, by: string) =>
  by === '"' ? JSON.stringify(value) : by === "'" ? `'${value}'` : value;
