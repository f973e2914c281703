import { checkClaims } from '../claims/check-claims.ts';
import type { Claim, Fact } from '../claims/claim.ts';
import type { CodeTree } from '../claims/code/read-code.ts';
import { describeClaim } from '../claims/describe-claim.ts';
import { findFacts } from '../claims/find-facts.ts';
import { isMarkdown } from '../content/site/endings.ts';
import type { Run } from './job-run.ts';
import { type Library, openLibrary } from './library.ts';
import { Refusal } from './refusal.ts';
import type { Workspace } from './workspace.ts';

/** What the code says of the facts that a change adds or edits, one line each; of Markdown pages. @throws ForgeFault */
export async function changedClaims(run: Run, whole: Workspace): Promise<string[]> {
  if ((run.repository.code ?? []).length === 0) return [];
  const facts = await changedFacts(whole);
  if (facts.length === 0) return [];
  const library = openLibrary(run, whole);
  const lines: string[] = [];
  for (const name of library.names) {
    const claims = await checkClaims(facts, await treeOf(library, name)).catch((error: unknown) => {
      if (error instanceof Refusal) return [] as Claim[];
      throw error;
    });
    for (const claim of claims.filter(({ evidence }) => evidence.length > 0))
      lines.push(`${claim.page}:${claim.line}: ${describeClaim(claim, name)}`);
  }
  return lines;
}

async function changedFacts(whole: Workspace): Promise<Fact[]> {
  const changed = Object.entries(whole.overlay()).filter(([path]) => isMarkdown(path));
  const before = await whole.readAll(
    changed.map(([path]) => path),
    'base',
  );
  return changed.flatMap(([file, text]) => {
    const facts = (markdown: string) => findFacts({ markdown: withoutFrontMatter(markdown), file }, markdown);
    const known = new Set(facts(before.get(file) ?? '').map(({ kind, text }) => `${kind} ${text}`));
    return facts(text ?? '').filter((fact) => !known.has(`${fact.kind} ${fact.text}`));
  });
}

function withoutFrontMatter(text: string): string {
  const end = text.startsWith('---\n') ? text.indexOf('\n---\n', 3) : -1;
  return end === -1 ? text : text.slice(end + 5);
}

async function treeOf(library: Library, name: string): Promise<CodeTree> {
  const files = (await library.list(`${name}:**`)).map((path) => path.slice(name.length + 1));
  return {
    files,
    async read(file) {
      const texts = await library.readAll([`${name}:${file}`]);
      return { text: texts.get(`${name}:${file}`) ?? null, warning: null };
    },
  };
}
