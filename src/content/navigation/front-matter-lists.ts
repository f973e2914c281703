import type { Scalar } from 'yaml';
import { parseYaml } from './yaml-entries.ts';
import { dataParsers } from '../config/parsers.ts';

/** A YAML front matter list with one more value; a single string becomes a list of two. */
export function addToYaml(text: string, key: string, value: string): string | null {
  const [, open, head] = /^(---[ \t]*\r?\n)([^]{0,60000}?)^---[ \t]*$/m.exec(text) ?? [];
  if (open === undefined || !text.startsWith(open)) return null;
  const found: unknown = parseYaml(head!).get(key, true);
  const { isScalar, isSeq } = dataParsers().yaml;
  const at = open.length;
  if (found === undefined) return insert(text, at + head!.length, `${key}:\n  - ${value}\n`);
  if (isScalar(found) && found.range) {
    const [start, end] = found.range;
    return `${text.slice(0, at + start).trimEnd()}\n  - ${head!.slice(start, end)}\n  - ${value}${text.slice(at + end)}`;
  }
  const last = isSeq(found) ? (found.items.at(-1) as Scalar | undefined) : undefined;
  if (!last?.range) return null;
  const [start, end] = last.range;
  const prefix = head!.slice(head!.lastIndexOf('\n', start - 1) + 1, start);
  return insert(
    text,
    at + end,
    /^\s*- +$/.test(prefix) ? `\n${prefix}${value}` : `, ${JSON.stringify(value)}`,
  );
}

export function addToToml(text: string, key: string, value: string): string | null {
  const [, open, head] = /^(\+\+\+[ \t]*\r?\n)([^]{0,60000}?)^\+\+\+[ \t]*$/m.exec(text) ?? [];
  if (open === undefined || !text.startsWith(open)) return null;
  const list = new RegExp(`^${key}[ \\t]*=[ \\t]*\\[`, 'm').exec(head!);
  if (list === null) return insert(text, open.length, `${key} = ["${value}"]\n`);
  const at = open.length + list.index + list[0].length;
  return insert(text, at, /^\s*\]/.test(text.slice(at, at + 50)) ? `"${value}"` : `"${value}", `);
}

const insert = (text: string, at: number, made: string) => text.slice(0, at) + made + text.slice(at);
