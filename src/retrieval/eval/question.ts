import { z } from 'zod';
import { DocentError } from '../../errors.ts';
import { parseCsv } from './parse-csv.ts';

/** A question and what answers it. */
export type EvalQuestion = {
  question: string;
  /** Paths, URLs or source files of the pages that answer it, each with or without an anchor. */
  expected: string[];
  /** Facts that an answer must hold: strings, or patterns between slashes. */
  expect?: string[] | undefined;
  /** False: the docs do not hold the answer, and it is right to say so. */
  answerable?: boolean | undefined;
  /** Where it comes from, when nobody asked it: `link`, `heading` or `search`. */
  source?: string | undefined;
};

const text = z.string().trim().min(1);
const labels = z.union([text.transform((label) => [label]), z.array(text).min(1)]);
const row = z
  .object({
    question: text.optional(),
    query: text.optional(),
    text: text.optional(),
    source: z.string().optional(),
  })
  .extend({
    expected: labels.optional(),
    path: labels.optional(),
    url: labels.optional(),
    anchor: labels.optional(),
  })
  .transform(({ question, query, text, source, expected, path, url, anchor }, context): EvalQuestion => {
    const asked = question ?? query ?? text;
    const wanted = expected ?? path ?? url ?? anchor;
    if (asked !== undefined && wanted !== undefined) return { question: asked, expected: wanted, source };
    context.addIssue('needs a "question" and "expected" pages');
    return z.NEVER;
  });

/**
 * The questions of a file. JSON lines have `question` (or `query`, `text`) and `expected` (or `path`, `url`, `anchor`), a
 * label or a list of them. A CSV file has the same names in its first line; several labels are parted by blanks.
 * @throws DocentError `invalid_request`, naming the line that is wrong
 */
export function readQuestions(content: string): EvalQuestion[] {
  const isJson = content.trimStart().startsWith('{');
  const rows = isJson ? readJsonLines(content) : readTable(content);
  if (rows.length === 0) throw wrong('It holds no questions.');
  return rows.map(({ line, value }) => {
    const parsed = row.safeParse(value);
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
  if (table === null) throw wrong('A quote in it does not close.');
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

function wrong(reason: string): DocentError {
  return new DocentError('invalid_request', `The file of questions cannot be read. ${reason}`);
}
