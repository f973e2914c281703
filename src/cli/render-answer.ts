import { existsSync } from 'node:fs';
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];
const style = (format: Style, text: string) => styleText(format, text, { validateStream: false });

/** Names of tabs that say the same for each package manager, with the file that tells which one is used here. */
const managers: Record<string, string> = {
  npm: 'package-lock.json',
  pnpm: 'pnpm-lock.yaml',
  yarn: 'yarn.lock',
  bun: 'bun.lock',
  deno: 'deno.lock',
};

/** The heading of an excerpt: `**Title › Section** ([1](…))`. */
const heading = /^\*\*(.+)\*\* \(\[\d+\]\((.+)\)\)$/;

/**
 * An answer of excerpts for a terminal: the best one, and what else there is.
 * @param all whether every excerpt is shown
 */
export function renderExcerpts(text: string, all: boolean): string {
  const [said = ''] = text.split('\n---\n');
  const [begin = '', ...excerpts] = splitBefore(said, heading);
  if (excerpts.length === 0) return renderMarkdown(said.trim());
  // The note at the end is for readers of a site.
  excerpts.push(excerpts.pop()!.replace(/\n\n\*[^*\n]+\*\s*$/, ''));
  const shown = excerpts.slice(0, all ? excerpts.length : 1).map(renderExcerpt);
  // A section may have several excerpts.
  const headings = new Set(excerpts.map((one) => one.split('\n', 1)[0]!));
  const more = [...headings].slice(shown.length).map((line) => `• ${renderHeading(line)}`);
  return [
    // “From the docs:” goes without saying.
    ...(/^From the docs:$/.test(begin.trim()) ? [] : [renderMarkdown(begin.trim())]),
    ...shown,
    ...(more.length === 0 ? [] : [[style('dim', `${more.length} more (--all):`), ...more].join('\n')]),
  ].join('\n\n');
}

function renderExcerpt(excerpt: string): string {
  const [first = '', ...lines] = excerpt.split('\n');
  const body = renderMarkdown(withOneManager(lines.join('\n')).trim());
  return `${renderHeading(first)}\n\n${body.replaceAll(/\n{3,}/g, '\n\n')}`;
}

function renderHeading(line: string): string {
  const [, title = '', target = ''] = heading.exec(line)!;
  const name = style('bold', renderWords(title));
  return /^https?:/.test(target) ? renderLink(name, target) : `${name} ${style('dim', target)}`;
}

/** Markdown for a terminal. A line at a time, so that it can be shown while it is written. */
export function renderMarkdown(text: string): string {
  const renderLine = createLineRenderer();
  return text
    .split('\n')
    .flatMap((line) => renderLine(line) ?? [])
    .join('\n');
}

/** @returns the next line as it is shown; null for one that is not */
export function createLineRenderer(): (line: string) => string | null {
  let fence: string | null = null;
  return (line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark === undefined || !mark.startsWith(fence)) return style('cyan', `    ${line}`);
      fence = null;
      return null;
    }
    if (mark !== undefined) {
      fence = mark;
      return null;
    }
    const title = /^#{1,6} (.*)$/.exec(line)?.[1];
    if (title !== undefined) return style('bold', renderWords(title));
    if (/^(?:-{3,}|\|(?: ?:?-+:? ?\|)+)$/.test(line)) return null;
    const [, indent = '', bullet = '', bar = '', rest = ''] =
      /^(\s{0,80})([-*] (?=\S)|)((?:> ?){0,20})(.*)$/.exec(line)!;
    return indent + (bullet && '• ') + (bar && style('dim', bar.replaceAll('>', '│'))) + renderWords(rest);
  };
}

/** Code, links, bold and italic text. */
function renderWords(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`.+`$/.test(part) ? style('cyan', part.slice(1, -1)) : renderPlain(part)))
    .join('');
}

function renderPlain(text: string): string {
  return text
    .replaceAll(/\[([^[\]]+)\]\(([^()\s]+)\)/g, (_, name: string, target: string) => renderLink(name, target))
    .replaceAll(/\*\*([^*]+)\*\*/g, (_, words: string) => style('bold', words))
    .replaceAll(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, (_, words: string) => style('dim', words))
    .replaceAll(/\\([\\`*_{}[\]()#+.!<>|~-])/g, '$1');
}

/** A link that terminals open; no terminal knows the site of one without a host. */
function renderLink(name: string, target: string): string {
  if (!/^https?:\/\//.test(target)) return name;
  return `\u001b]8;;${target}\u0007${style('underline', name)}\u001b]8;;\u0007`;
}

/** Of tabs for several package managers, the one in use here, or else the first. */
function withOneManager(excerpt: string): string {
  const parts = splitBefore(excerpt, /^\*\*.+\*\*$/);
  const named = (part: string) => /^\*\*(\w+)\*\*\n/.exec(part)?.[1]?.toLowerCase();
  const tabs = parts.flatMap((part) => named(part) ?? []).filter((name) => name in managers);
  const used = tabs.find((name) => existsSync(managers[name]!)) ?? tabs[0];
  return parts.map((part) => (isOther(named(part)) ? withoutBlock(part) : part)).join('\n');

  function isOther(name: string | undefined): boolean {
    return name !== undefined && name in managers && name !== used;
  }
}

/** What follows the tab's code. */
function withoutBlock(part: string): string {
  const lines = part.split('\n');
  const ends = lines.flatMap((line, at) => (/^(?:`{3,}|~{3,})/.test(line) ? [at] : []));
  return lines
    .slice((ends[1] ?? 0) + 1)
    .join('\n')
    .trim();
}

/** Parts of a text, each from a line of this form on. */
function splitBefore(text: string, start: RegExp): string[] {
  const parts: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (start.test(line)) parts.push([]);
    parts.at(-1)!.push(line);
  }
  return parts.map((lines) => lines.join('\n'));
}
