import { join } from 'node:path';
import type { Checker } from '../../src/agent/checks/checker.ts';
import { openBaseFiles } from '../../src/agent/base-files.ts';
import { openWorkspace } from '../../src/agent/workspace.ts';
import { commitFiles, temporaryFolder } from '../../test/helpers/repository.ts';
import { filesOf } from './beds.ts';
import { grade } from './graders.ts';
import { play } from './play.ts';
import type { Call, Task } from './task.ts';

/** Why a task's graders cannot be trusted; empty when the right solution passes and the wrong one fails as it should. */
export async function proveTask(
  test: { after(clean: () => Promise<void>): void },
  data: string,
  task: Task,
  checker: Checker,
): Promise<string[]> {
  const gitDir = join(await temporaryFolder(test), 'site.git');
  const base = await commitFiles(gitDir, await filesOf(data, task));
  const gradeOf = async (calls: readonly Call[]): Promise<{ kind: string; message: string }[]> => {
    const workspace = openWorkspace({
      checker,
      files: await openBaseFiles(gitDir, base),
      docsRoot: task.docsRoot,
      overlay: {},
    });
    try {
      await play(calls, workspace);
    } catch (error) {
      return [{ kind: 'tools', message: (error as Error).message }];
    }
    return grade(task, workspace);
  };
  const right = await gradeOf(task.right);
  const wrong = [...new Set((await gradeOf(task.wrong.calls)).map(({ kind }) => kind as string))].sort();
  const expected = [...task.wrong.fails].sort();
  return [
    ...right.map(({ kind, message }) => `the right solution fails: ${kind}: ${message}`),
    ...(wrong.join() === expected.join()
      ? []
      : [`the wrong solution fails by ${wrong.join(', ') || 'nothing'}, not by ${expected.join(', ')}`]),
  ];
}
