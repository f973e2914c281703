import type { Checker } from './checks/checker.ts';
import { type Workspace, WorkspaceRefusal } from './workspace.ts';

/** Changes the navigation and nothing else of its file. @throws WorkspaceRefusal | CheckFailure */
export async function replaceNavigation(
  workspace: Workspace,
  checker: Checker,
  navigation: unknown,
): Promise<void> {
  const file = workspace.navigation;
  if (file === null)
    throw new WorkspaceRefusal('These docs have no navigation file; pages order themselves.');
  const text = await checker.run('set-navigation', file, await workspace.read(file), navigation);
  if (text === null) throw new WorkspaceRefusal(`${file} cannot be read as data. Put it right first.`);
  workspace.writeNavigation(text);
}
