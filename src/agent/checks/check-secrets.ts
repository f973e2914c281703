import type { Workspace } from '../workspace.ts';
import { orNull } from './checker.ts';
import { type Finding, finding } from './finding.ts';

/** Likely secrets in changed files that the base does not have; those in the base are published already. */
export async function checkSecrets(workspace: Workspace): Promise<Finding[]> {
  const findings: Finding[] = [];
  let before: string[] | undefined;
  for (const [file, text] of Object.entries(workspace.overlay())) {
    if (text === null) continue;
    const found = await orNull(workspace.checker.run('secrets', file, text));
    if (found === null) {
      findings.push(finding('secrets', 'error', file, 'The file could not be searched for secrets.'));
      continue;
    }
    for (const { kind, line, start, end } of found) {
      const value = text.slice(start, end);
      before ??= [...(await workspace.readAll(workspace.list('base'), 'base')).values()];
      if (before.some((known) => known.includes(value))) continue;
      const message = `This line holds what looks like a secret (${kind}). Write a placeholder instead.`;
      findings.push(finding('secrets', 'error', file, message, line));
    }
  }
  return findings;
}
