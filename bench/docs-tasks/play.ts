import { runTool } from '../../src/agent/tools/tools.ts';
import type { Workspace } from '../../src/agent/workspace.ts';
import { toolContextOf } from '../../test/helpers/tool-context.ts';
import type { Call } from './task.ts';

/** Makes the calls of a reference solution by the agent's own tools. @throws Error with what a tool refused */
export async function play(calls: readonly Call[], workspace: Workspace): Promise<void> {
  const context = toolContextOf(workspace);
  for (const { name, input } of calls) {
    const { ok, output } = await runTool(name, JSON.stringify(input), context);
    if (!ok) throw new Error(`${name} ${JSON.stringify(input).slice(0, 200)}: ${output}`);
  }
}
