import { type PageLine, spansOf } from '../page-lines.ts';
import type { FoundFact } from './found-fact.ts';
import { flagsIn } from './name-facts.ts';

const written =
  '(`[^`\\n]{1,80}`|"[^"\\n]{1,80}"|\'[^\'\\n]{1,80}\'|-?\\d[\\w.,]{0,20}(?: (?:milliseconds?|seconds?|minutes?|hours?|days?|[KMG]i?B)\\b)?|(?:true|false|null|none)\\b)';
const between =
  '(?: values?)?[:=]?(?:\\*\\*?)?(?: is| are| to| of)?[:=]?(?:\\*\\*?)? ?(?:\\*\\*?)?(?:set to )?';
const byDefault = new RegExp(`(?<!\\w)defaults?${between}${written}`, 'i');
const afterValue = new RegExp(`(?:\\bis|:|=|to)(?: set to)? ${written},? by default`, 'i');
const atMost = new RegExp(
  `(?<!\\w)(?:at most|up to|no more than|limited to|at least|no less than|max(?:imum)?|min(?:imum)?)${between}${written}`,
  'i',
);
const patterns = [
  ['default', byDefault],
  ['default', afterValue],
  ['limit', atMost],
] as const;
/** What follows a value that is not the only one. */
const isConditional =
  /^[*`'"]{0,3},? ?(?:\(|if\b|when\b|unless\b|in\b|on\b|for\b|or\b|with\b|otherwise\b|[*/x+-] ?\d)/i;
/** Defaults of the docs' cells that are words about a value. */
const isWords = /^[a-z][\w-]* [\w-]+ |^(?:n\/?a|empty|none|unset|required|auto|varies|see\b|-+|—|–)$/i;

export function valueFacts(line: PageLine): FoundFact[] {
  const { kind, text, cells, headers, terms } = line;
  if (kind === 'heading' || kind === 'code') return [];
  if (kind === 'row') {
    const column = headers.findIndex((header) => header.replaceAll(/[*`]/g, '').startsWith('default'));
    const [name, value] = [nameOf(terms), column < 1 ? null : valueOf(cells[column] ?? '')];
    if (name !== null && value !== null) return [fact('default', name, value)];
  }
  const found: FoundFact[] = [];
  for (const [claim, pattern] of patterns) {
    const match = pattern.exec(text);
    if (match === null || isConditional.test(text.slice(match.index + match[0].length))) continue;
    const [name, value] = [subjectOf(line, match.index), valueOf(match[1]!)];
    if (name === null || value === null || (claim === 'limit' && !/\d/.test(value))) continue;
    if (!found.some((one) => one.kind === claim)) found.push(fact(claim, name, value));
  }
  return found;
}

/** Characters between a name and what is said of it. */
const near = 60;

/** What a value is said of: the term of the line, a name that stands close before, else what the text above defines. */
function subjectOf({ terms, subjects, text, spans }: PageLine, at: number): string | null {
  if (terms.length > 0) return nameOf(terms);
  const before = text.slice(Math.max(0, at - near), at);
  const close = spansOf(before).at(-1);
  if (close !== undefined) return /^(?:--)?[A-Za-z_$][\w$.-]{2,80}$/.test(close) ? close : null;
  return spans.length <= 2 || at < near ? nameOf(subjects) : null;
}

function fact(kind: 'default' | 'limit', name: string, value: string): FoundFact {
  return { kind, text: `${name}: ${value}`, name, value, group: null };
}

/** The one name that a line speaks of; of a letter and a flag the flag. */
function nameOf(subjects: readonly string[]): string | null {
  const flags = subjects.flatMap(flagsIn);
  if (flags.length > 0) return flags.at(-1)!;
  if (subjects.length !== 1) return null;
  return /^["']?([A-Za-z_$][\w$.-]{0,80})/.exec(subjects[0]!)?.[1] ?? null;
}

function valueOf(cell: string): string | null {
  const bare = cell.replaceAll(/[*`]/g, '').trim().replace(/[.,]$/, '');
  return bare === '' || bare.length > 80 || isWords.test(bare) ? null : bare;
}
