// npm run bench -- briefing DATA: what a job's model is told first on each docs set, in characters and tokens. DATA holds
// `beds/`; the request is that of the set's first task.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { briefing } from '../src/agent/briefing.ts';
import { createChecker } from '../src/agent/checks/checker.ts';
import { systemPrompt } from '../src/agent/instructions.ts';
import { toolDeclarations } from '../src/agent/tools/tools.ts';
import { openBaseFiles } from '../src/agent/base-files.ts';
import { openWorkspace } from '../src/agent/workspace.ts';
import { estimateTokens } from '../src/mcp/token-budget.ts';
import { commitFiles, temporaryFolder } from '../test/helpers/repository.ts';
import { filesOf } from './docs-tasks/beds.ts';
import type { Task } from './docs-tasks/task.ts';

const [, , data] = process.argv;
if (data === undefined) throw new Error('Name the folder that holds beds/.');

const folder = join(import.meta.dirname, 'docs-tasks/tasks');
const tasks = new Map<string, Task>();
for (const file of globSync('*.ts', { cwd: folder }).sort()) {
  const { task } = (await import(join(folder, file))) as { task: Task };
  if (!tasks.has(task.bed)) tasks.set(task.bed, task);
}

const cleaning: (() => Promise<void>)[] = [];
const test = { after: (clean: () => Promise<void>) => void cleaning.unshift(clean) };
const checker = createChecker();
const rows: object[] = [];
for (const [bed, task] of tasks) {
  const gitDir = join(await temporaryFolder(test), 'site.git');
  const base = await commitFiles(gitDir, await filesOf(data, task));
  const workspace = openWorkspace({
    checker,
    files: await openBaseFiles(gitDir, base),
    docsRoot: task.docsRoot,
    overlay: {},
  });
  const text = await briefing(workspace, [], task.prompt);
  const parts = Object.fromEntries(
    text.split(/\n\n(?=The navigation|Pages|Components|Names|A page|Repository)/).map((part) => [
      part
        .split(/[\s,:]/)
        .slice(0, 2)
        .join(' '),
      estimateTokens(part),
    ]),
  );
  rows.push({ bed, characters: text.length, tokens: estimateTokens(text), ...parts });
}
checker.close();
for (const clean of cleaning) await clean();
console.table(rows);
const declared = JSON.stringify(toolDeclarations);
console.log(
  `Beside it, in each call: rules of ${estimateTokens(systemPrompt)} tokens and ${toolDeclarations.length} tools of ${estimateTokens(declared)}.`,
);
