import { parse } from '@babel/parser';
import { analyse } from 'scslre';
import { sourceFiles } from './source-files.ts';

export type SourceRegex = { where: string; pattern: string; flags: string };

/** Every regular expression that the product's source spells out, once. */
export function sourceRegexes(): SourceRegex[] {
  const found = new Map<string, SourceRegex>();
  for (const { path, text } of sourceFiles('src').filter((file) => !file.path.endsWith('.test.ts'))) {
    const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
    walk(program, (node) => {
      const { pattern, flags, loc } = node as unknown as SourceRegex & { loc: { start: { line: number } } };
      found.set(`/${pattern}/${flags}`, { where: `${path}:${loc.start.line}`, pattern, flags });
    });
  }
  return [...found.values()];
}

function walk(node: unknown, visit: (regex: object) => void): void {
  if (node === null || typeof node !== 'object') return;
  if ((node as { type?: string }).type === 'RegExpLiteral') visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

/** What makes patterns backtrack: runs of the characters that markup, addresses and secrets are made of. */
const runs = [...'aA0_-. \t\n/\\`~()[]<>{}"\'#@=|!?:;*+%&$,é\u0001'].concat([
  'a-',
  'a.',
  'a@',
  'a ',
  '1 ',
  '\n ',
  '](',
  '[[',
  '<a ',
  '{{',
  '/*',
  '--',
  '::',
  'eyJ-',
  '://',
]);

/** Texts of about `length` characters that are hard for a pattern: those above, its own words, and what the analysis of https://github.com/RunDevelopment/scslre finds. */
export function hardTexts({ pattern, flags }: SourceRegex, length: number): string[] {
  const words = pattern.replace(/\\(.)/g, '$1').match(/[\w<>:/#@!=`~ -]{2,}/g) ?? [];
  const leads = ['', ...words.slice(0, 2)];
  const parts = [...runs, ...words, ...analysed(pattern, flags)];
  return parts.flatMap((part) =>
    leads.map((lead) => `${lead}${part.repeat(Math.ceil(length / part.length))}\u0000`),
  );
}

function analysed(pattern: string, flags: string): string[] {
  const { reports } = analyse({ source: pattern, flags }, { assumeRejectingSuffix: true, maxReports: 4 });
  return reports.map(({ character }) => character.pick);
}
