import { isMarkdown } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { fenced } from '../../markdown/section-text.ts';
import { type Include, linesOf } from '../../includes/include-syntax.ts';
import { rebaseLinks } from '../../includes/rebase-links.ts';

/**
 * `{{#include file.rs:anchor}}`, `{{#rustdoc_include …}}` and `{{#playground file.rs editable}}`, in prose and code;
 * a backslash before them shows them as they are. https://rust-lang.github.io/mdBook/format/mdbook.html
 */
export function findBookIncludes(text: string, file: string): Include[] {
  const tags = text.matchAll(
    /(?<!\\)\{\{[ \t]{0,9}#(include|rustdoc_include|playground|playpen)[ \t]+([^\s{}]+)(?:[ \t][^{}\n]*)?\}\}/g,
  );
  return Array.from(tags, ({ 0: tag, 1: kind = '', 2: written = '', index }) => {
    const [, target = written, part = ''] = /^(.*?)((?::[^:/\\]*){0,2})$/.exec(written) ?? [];
    return {
      start: index,
      end: index + tag.length,
      target,
      candidates: [joinPath(folderOf(file), target)],
      render: (content, included) => {
        const shown = partOf(content, part.replace(/^:/, '')).trimEnd();
        if (kind.startsWith('play')) return fenced(shown, 'rust');
        return isMarkdown(included) ? rebaseLinks(shown, included, file) : shown;
      },
      isPage: true,
    };
  });
}

/** `2:10`, `:10` and `2` are lines, anything else is the name of an anchor. */
function partOf(text: string, part: string): string {
  if (part === '') return withoutMarks(text.split('\n'));
  if (/^\d*(?::\d*)?$/.test(part)) return linesOf(text, part.includes(':') ? part : `${part}:${part}`);
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /\bANCHOR:[ \t]*([\w-]+)/.exec(line)?.[1] === part);
  if (start < 0) return '';
  const isEnd = (line: string): boolean => /\bANCHOR_END:[ \t]*([\w-]+)/.exec(line)?.[1] === part;
  const end = lines.findIndex((line, at) => at > start && isEnd(line));
  return withoutMarks(lines.slice(start + 1, end < 0 ? lines.length : end));
}

function withoutMarks(lines: string[]): string {
  return lines.filter((line) => !/\bANCHOR(?:_END)?:[ \t]*[\w-]/.test(line)).join('\n');
}
