import { isMarkdown } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { fenced } from '../../markdown/section-text.ts';
import { type Include, includesOf, linesOf } from '../../includes/include-syntax.ts';
import { rebaseLinks } from '../../includes/rebase-links.ts';

/**
 * `{{#include file.rs:anchor}}`, `{{#rustdoc_include …}}` and `{{#playground file.rs editable}}`, in prose and code;
 * a backslash before them shows them as they are. https://rust-lang.github.io/mdBook/format/mdbook.html
 */
export function findBookIncludes(text: string, file: string): Include[] {
  const tag =
    /(?<!\\)\{\{[ \t]{0,9}#(include|rustdoc_include|playground|playpen)[ \t]+([^\s{}]+)(?:[ \t][^{}\n]*)?\}\}/g;
  return includesOf(text, tag, ([, kind = '', written = '']) => {
    const [, target = written, part = ''] = /^(.*?)((?::[^:/\\]*){0,2})$/.exec(written) ?? [];
    return {
      target,
      candidates: [joinPath(folderOf(file), target)],
      render: (content, included) => {
        const shown = partOf(content, part.replace(/^:/, ''), kind.startsWith('rustdoc')).trimEnd();
        if (kind.startsWith('play')) return fenced(shown, 'rust');
        return isMarkdown(included) ? rebaseLinks(shown, included, file) : shown;
      },
      isPage: true,
    };
  });
}

/**
 * `2:10`, `:10` and `2` are lines, anything else is the name of an anchor.
 * @param hasAll whether the anchor's further ranges follow its first: `rustdoc_include` only hides what is between them
 */
function partOf(text: string, part: string, hasAll: boolean): string {
  const lines = text.split('\n');
  if (part === '') return lines.filter((line) => !anchorMark.test(line)).join('\n');
  if (/^\d*(?::\d*)?$/.test(part)) return linesOf(text, part.includes(':') ? part : `${part}:${part}`);
  const shown: string[] = [];
  let isWithin = false;
  for (const line of lines) {
    const [, end, name] = anchorMark.exec(line) ?? [];
    if (name === undefined) {
      if (isWithin) shown.push(line);
    } else if (name === part) {
      if (isWithin && end !== undefined && !hasAll) break;
      isWithin = end === undefined;
    }
  }
  return shown.join('\n');
}

const anchorMark = /\bANCHOR(_END)?:[ \t]*([\w-]+)/;
