import type { DocsReport } from './examine-docs.ts';
import { createLineFinder } from './find-lines.ts';
import type { BrokenLink } from './link-closure.ts';
import type { Docs } from './read-docs.ts';

/** A place in a file; the line counts from 1, null when it is not known. */
type At<Found> = Found & { line: number | null };

/** A report whose broken links and examples of noise have the lines of their files. */
export type LocatedReport = Omit<DocsReport, 'links' | 'findings'> & {
  links: Omit<DocsReport['links'], 'broken'> & { broken: At<BrokenLink>[] };
  findings: Omit<DocsReport['findings'], 'leaks' | 'lostExpressions'> & {
    leaks: At<{ file: string; text: string }>[];
    lostExpressions: At<{ file: string; text: string }>[];
  };
};

/** Finds the lines by the files' texts, each file read once. */
export async function withLines(docs: Docs, report: DocsReport): Promise<LocatedReport> {
  const finders = new Map<string, ReturnType<typeof createLineFinder>>();
  const finderOf = async (file: string) => {
    const source = finders.has(file) ? undefined : await docs.tree.read(file).catch(() => undefined);
    if (!finders.has(file)) finders.set(file, createLineFinder(source?.text ?? ''));
    return finders.get(file)!;
  };
  const located = async <Found extends { file: string }>(
    found: Found[],
    textOf: (one: Found) => string,
  ): Promise<At<Found>[]> => {
    const all: At<Found>[] = [];
    for (const one of found) {
      const findLine = await finderOf(one.file);
      all.push({ ...one, line: findLine(textOf(one).split('\n')[0]!.trim()) });
    }
    return all;
  };
  const { links, findings } = report;
  return {
    ...report,
    links: { ...links, broken: await located(links.broken, ({ target }) => target) },
    findings: {
      ...findings,
      leaks: await located(findings.leaks, ({ text }) => text),
      lostExpressions: await located(findings.lostExpressions, ({ text }) => text),
    },
  };
}
