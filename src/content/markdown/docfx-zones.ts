import { closes, type Fence, fenceOf } from './split-prose.ts';

/** The start of a zone, with its condition if it has one. */
const start =
  /^[ \t>]*:::[ \t]*(?:moniker|zone)(?:[ \t]+(?:range|pivot)[ \t]*=[ \t]*["']([^"'\n]{1,200})["'])?(?![\w-])/i;
const end = /^[ \t>]*:::[ \t]*(?:moniker|zone)-end\b/i;
const heading = /^ {0,3}#{1,6}[ \t](?![^\n]*\]\(#tab\/)/;
/** A heading, also of a tab, and the end of tabs. */
const boundary = /^[ \t]*(?:#{1,6}[ \t]|-[ \t]*-[ \t]*-|\*[ \t]*\*[ \t]*\*)/;

/** Nested zones whose conditions are told, and conditions that one page tells. */
const maxNested = 3;
const maxTold = 2000;

/** How a range is written, and said. https://learn.microsoft.com/contribute/content/markdown-reference */
const spoken: Record<string, (name: string) => string> = {
  '>=': (name) => `${name} and later`,
  '<=': (name) => `${name} and earlier`,
  '>': (name) => `later than ${name}`,
  '<': (name) => `earlier than ${name}`,
};

/**
 * Says in each section of a zone for which versions or choices it is: a reader sees only those that they have chosen, but
 * here all of them stand below each other, and one section is found without the others.
 */
export function tellZones(body: string): string {
  const lines: string[] = [];
  const open: (string | null)[] = [];
  let fence: Fence | null = null;
  let isDue = false;
  let count = 0;
  const tellAbove = (line: string): void => {
    isDue = false;
    const conditions = open.slice(-maxNested).filter((one) => one !== null);
    if (count >= maxTold || (conditions.length === 0 && boundary.test(line))) return;
    count += 1;
    const indent = /^[ \t>]*/.exec(line)![0];
    lines.push(`${indent}Applies to: ${conditions.join('; ') || 'all'}`, indent.trimEnd());
  };
  let isComment = false;
  for (const line of body.split('\n')) {
    const mark = fenceOf(line);
    const isCode = fence !== null || isComment;
    // A zone that is commented out has often only one of its ends there.
    const opens = line.lastIndexOf('<!--');
    const closed = line.lastIndexOf('-->');
    if (opens >= 0 || closed >= 0) isComment = opens > closed;
    if (fence === null) fence = mark;
    else if (closes(mark, fence)) fence = null;
    const opened = isCode ? null : start.exec(line);
    if (opened !== null) {
      open.push(opened[1] === undefined ? null : inWords(opened[1]));
      isDue ||= opened[1] !== undefined;
    } else if (!isCode && end.test(line)) {
      isDue = (open.pop() ?? null) !== null;
    } else if (!isCode && heading.test(line)) {
      isDue = open.some((one) => one !== null);
    } else if (isDue && line.trim() !== '') {
      tellAbove(line);
    }
    lines.push(line);
  }
  return lines.join('\n');
}

function inWords(range: string): string {
  const either = range
    .split('||')
    .map((part) =>
      Array.from(
        part.matchAll(/(>=|<=|>|<)?[ \t]?([\w.@+-]+)/g),
        ([, sign = '', name = '']) => spoken[sign]?.(name) ?? name,
      ).join(', '),
    );
  return either.join(' or ');
}
