import { isMarkdown } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { fenced } from '../../markdown/section-text.ts';
import { regionOf } from '../../includes/include-syntax.ts';
import type { Insertion } from '../../includes/insert-files.ts';
import { rebaseLinks } from '../../includes/rebase-links.ts';

/** `[name](part.md ':include :type=code :fragment=demo')`. https://docsify.js.org/#/embed-files */
export function findDocsifyIncludes(text: string, file: string, root: string): Insertion[] {
  const links = text.matchAll(/\[[^[\]\n]*\]\(([^\s()]+)[ \t]+(["'])(:include[^"'\n]*)\2\)/g);
  return Array.from(links).flatMap(({ 0: link, 1: target = '', 3: options = '', index }): Insertion[] => {
    if (target.includes('://')) return [];
    const type = /:type=(\w+)/.exec(options)?.[1];
    const language = /:type=code[ \t]+([\w+#-]+)/.exec(options)?.[1];
    const fragment = /:fragment=([\w-]+)/.exec(options)?.[1];
    const render = (content: string, included: string): string => {
      const part = fragment === undefined ? content : (fragmentOf(content, fragment) ?? content);
      if (type === undefined ? isMarkdown(included) : type === 'markdown')
        return rebaseLinks(part.trim(), included, file);
      return type === 'iframe'
        ? ''
        : fenced(part.trimEnd(), language ?? included.slice(included.lastIndexOf('.') + 1));
    };
    const candidates = [joinPath(folderOf(file), target), joinPath(root, target)];
    return [{ start: index, end: index + link.length, target, candidates, render, isPage: true }];
  });
}

/** The text between two `### [demo]` lines or the marks of a region. */
function fragmentOf(text: string, name: string): string | null {
  const lines = text.split('\n');
  const isMark = (line: string): boolean => /^[ \t]*(?:\/\/\/|###)/.test(line) && line.includes(`[${name}]`);
  const start = lines.findIndex(isMark);
  if (start < 0) return regionOf(text, name);
  const end = lines.findIndex((line, at) => at > start && isMark(line));
  return lines.slice(start + 1, end < 0 ? lines.length : end).join('\n');
}
