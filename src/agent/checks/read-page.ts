import type { Workspace } from '../workspace.ts';
import { type Checker, orNull } from './checker.ts';
import { readRules } from './read-site.ts';

/** A page's readable Markdown; null for a file that is no page, is hidden, or cannot be read. */
export async function readPage(
  workspace: Workspace,
  checker: Checker,
  file: string,
  text: string,
): Promise<string | null> {
  const rules = (await readRules(workspace, 'now')).pageRules.get(file);
  return rules === undefined ? null : orNull(checker.run('page', file, text, rules));
}
