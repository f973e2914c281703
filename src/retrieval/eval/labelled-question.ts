import { z } from 'zod';
import { DocentError } from '../../errors.ts';
import { parseCsv } from './parse-csv.ts';
import { parseWithoutNulls } from '../../lib/parse-without-nulls.ts';

/** A question and its expected answer. */
export type EvalQuestion = {
  question: string;
  /** Paths, URLs or source files of the pages that answer it, each with or without an anchor. */
  expected: string[];
  /** Facts that an answer must contain: strings, or patterns between slashes. */
  expect?: string[] | undefined;
  /** False: the docs do not hold the answer, and a refusal is right. */
  inDocs?: boolean | undefined;
  /** How a generated question was made: `link`, `heading` or `search`. */
  source?: string | undefined;
};

const text = z.string().trim().min(1);
const facts = z
  .union([text.transform((fact) => [fact]), z.array(text)])
  .refine((list) => list.every(isFact), 'has a pattern that is not one');
const labels = z.union([text.transform((label) => [label]), z.array(text).min(1)]);
const row = z
  .object({
    question: text.optional(),
    query: text.optional(),
    text: text.optional(),
    source: z.string().optional(),
    inDocs: z.boolean().optional(),
  })
  .extend({
    expected: labels.optional(),
    page: labels.optional(),
    expect: facts.optional(),
    path: labels.optional(),
    url: labels.optional(),
    anchor: labels.optional(),
  })
  .transform((line, context): EvalQuestion => {
    const question = line.question ?? line.query ?? line.text;
    const expected = line.expected ?? line.page ?? line.path ?? line.url ?? line.anchor;
    const { expect, inDocs, source } = line;
    if (question !== undefined && (expected ?? expect ?? inDocs) !== undefined)
      return { question, expected: expected ?? [], expect, inDocs, source };
    context.addIssue('needs a "question" and "expected" pages or facts to "expect"');
    return z.NEVER;
  });

/**
 * The questions of a file. JSON lines have `question` (or `query`, `text`) and `expected` (or `page`, `path`, `url`,
 * `anchor`), a label or a list of them, and for answers `expect`, a fact or a list, or `inDocs: false`. A CSV file has
 * the same names in its first line; several labels are separated by spaces.
 * @throws DocentError `invalid_request`, naming the invalid line
 */
export function readQuestions(content: string): EvalQuestion[] {
  const isJson = content.trimStart().startsWith('{');
  const rows = isJson ? readJsonLines(content) : readTable(content);
  if (rows.length === 0) throw wrong('It contains no questions.');
  return rows.map(({ line, value }) => {
    const parsed = parseWithoutNulls(row, value);
    if (parsed.success) return parsed.data;
    throw wrong(`Line ${line} ${parsed.error.issues[0]!.message}.`);
  });
}

type Row = { line: number; value: unknown };

function readJsonLines(content: string): Row[] {
  return content.split('\n').flatMap((json, i) => {
    if (json.trim() === '') return [];
    try {
      return [{ line: i + 1, value: JSON.parse(json) as unknown }];
    } catch {
      throw wrong(`Line ${i + 1} is not JSON.`);
    }
  });
}

function readTable(content: string): Row[] {
  const table = parseCsv(content);
  if (table === null) throw wrong('It has an unclosed quote.');
  const [names = [], ...rows] = table;
  return rows.map((cells, i) => {
    const entries = names.map((name, column): [string, unknown] => {
      const cell = cells[column]?.trim() ?? '';
      const key = name.trim().toLowerCase();
      if (cell === '') return [key, undefined];
      return [key, labelNames.has(key) ? cell.split(/\s+/) : cell];
    });
    return { line: i + 2, value: Object.fromEntries(entries) };
  });
}

const labelNames = new Set(['expected', 'path', 'url', 'anchor']);

/**
 * The pattern of a fact between slashes, `/i` or not; null when it is a string.
 * @throws SyntaxError when it is no regular expression
 */
export function factPattern(fact: string): RegExp | null {
  const source = /^\/(.+)\/i?$/s.exec(fact)?.[1];
  return source === undefined ? null : new RegExp(source, 'i');
}

function isFact(text: string): boolean {
  try {
    factPattern(text);
    return true;
  } catch {
    return false;
  }
}

function wrong(reason: string): DocentError {
  return new DocentError('invalid_request', `The questions file cannot be read. ${reason}`);
}
