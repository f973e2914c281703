import type { Checker } from './checks/checker.ts';
import { Refusal } from './refusal.ts';
import type { Workspace } from './workspace.ts';

/** Changes the navigation and nothing else of its file. @throws Refusal | CheckFailure */
export async function replaceNavigation(
  workspace: Workspace,
  checker: Checker,
  navigation: unknown,
): Promise<void> {
  const file = workspace.navigation;
  if (file === null) throw new Refusal('These docs have no navigation file; pages order themselves.');
  const text = await checker.run('set-navigation', file, await workspace.read(file), navigation);
  if (text === null) throw new Refusal(`${file} cannot be read as data. Put it right first.`);
  workspace.writeNavigation(text);
}
