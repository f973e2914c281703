import { isScalar, isSeq, parseDocument, type Scalar } from 'yaml';
import type { RedirectFormat } from './redirect.ts';

/** Hugo's `aliases`. https://gohugo.io/content-management/urls/#aliases */
export const hugoRedirects: RedirectFormat = {
  framework: 'hugo',
  inPage: true,
  fits: (path) => /\.(?:md|markdown)$/i.test(path),
  add: (text, { url }) => addToToml(text, 'aliases', url) ?? addToYaml(text, 'aliases', url),
};

/** `redirect_from` of the plugin jekyll-redirect-from. https://github.com/jekyll/jekyll-redirect-from */
export const jekyllRedirects: RedirectFormat = {
  framework: 'jekyll',
  inPage: true,
  fits: (path) => /\.(?:md|markdown)$/i.test(path),
  add: (text, { url }) => addToYaml(text, 'redirect_from', url),
};

/** Antora's `page-aliases`, relative to the module's pages. https://docs.antora.org/antora/latest/page/page-aliases/ */
export const antoraRedirects: RedirectFormat = {
  framework: 'antora',
  inPage: true,
  fits: (path) => /\.adoc$/i.test(path),
  add(text, { file }, to) {
    const [, module, path] = /(?:^|\/)modules\/([^/]+)\/pages\/(.+)$/.exec(file) ?? [];
    if (path === undefined) return null;
    const alias = to.file.includes(`modules/${module}/`) ? path : `${module}:${path}`;
    const lines = text.split('\n');
    const own = lines.findIndex((line) => line.startsWith(':page-aliases:'));
    if (own >= 0) lines[own] = `${lines[own]!.trimEnd()}, ${alias}`;
    else {
      const title = lines.findIndex((line) => line.startsWith('= '));
      if (title < 0) return null;
      lines.splice(title + 1, 0, `:page-aliases: ${alias}`);
    }
    return lines.join('\n');
  },
};

/** A YAML front matter list with one more value; a single string becomes a list of two. */
function addToYaml(text: string, key: string, value: string): string | null {
  const [, open, head] = /^(---[ \t]*\r?\n)([^]{0,60000}?)^---[ \t]*$/m.exec(text) ?? [];
  if (open === undefined || !text.startsWith(open)) return null;
  const document = parseDocument(head!, { schema: 'core', logLevel: 'error' });
  if (document.errors.length > 0) return null;
  const found: unknown = document.get(key, true);
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

function addToToml(text: string, key: string, value: string): string | null {
  const [, open, head] = /^(\+\+\+[ \t]*\r?\n)([^]{0,60000}?)^\+\+\+[ \t]*$/m.exec(text) ?? [];
  if (open === undefined || !text.startsWith(open)) return null;
  const list = new RegExp(`^${key}[ \\t]*=[ \\t]*\\[`, 'm').exec(head!);
  if (list === null) return insert(text, open.length, `${key} = ["${value}"]\n`);
  const at = open.length + list.index + list[0].length;
  return insert(text, at, /^\s*\]/.test(text.slice(at, at + 50)) ? `"${value}"` : `"${value}", `);
}

const insert = (text: string, at: number, made: string) => text.slice(0, at) + made + text.slice(at);
