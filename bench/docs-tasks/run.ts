// npm run bench -- docs-tasks DATA [--prove | --play | --model MODEL] [FILTER…]
// 30 tasks for a docs agent on real docs, graded by a program. DATA holds `beds/`; FILTER is a part of a task's name.
//   --prove   each reference solution passes, each wrong one fails for the reason that it names (no model, no server)
//   --play    the reference solutions by the whole agent: clone, model protocol, tools, checks, pull request
//   --model   any model that Docent can use, such as anthropic/claude-sonnet-4-5, with its key in the environment
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createChecker } from '../../src/agent/checks/checker.ts';
import { loadConfig } from '../../src/config.ts';
import type { AgentModel } from '../../src/agent/deps.ts';
import { costMicros } from '../../src/models/price.ts';
import { openModels } from '../../src/models/registry.ts';
import { calls, compatibleModel, finish, inOrder } from '../../test/helpers/agent-script.ts';
import { startModelServer } from '../../test/helpers/model-server.ts';
import { proveTask } from './prove.ts';
import type { Task } from './task.ts';
import { workOn } from './work.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { prove: { type: 'boolean' }, play: { type: 'boolean' }, model: { type: 'string' } },
});
const [data, ...filters] = positionals;
if (data === undefined) throw new Error('Name the folder that holds beds/.');

const names = globSync('*.ts', { cwd: join(import.meta.dirname, 'tasks') }).map((file) =>
  basename(file, '.ts'),
);
const chosen = names
  .sort()
  .filter((name) => filters.length === 0 || filters.some((part) => name.includes(part)));
const tasks = await Promise.all(
  chosen.map(async (name) => {
    const { task } = (await import(`./tasks/${name}.ts`)) as { task: Task };
    return { name, task };
  }),
);

let failed = 0;
if (options.prove === true) await proveAll();
else await workAll();
process.exitCode = failed > 0 ? 1 : 0;

async function proveAll(): Promise<void> {
  const checker = createChecker();
  for (const { name, task } of tasks) {
    await cleanedUp(async (test) => {
      const problems = await proveTask(test, data!, task, checker);
      if (problems.length > 0) failed += 1;
      console.log(`${name.padEnd(36)} ${problems.length === 0 ? 'proven' : problems.join('\n    ')}`);
    });
  }
  checker.close();
  console.log(`${tasks.length - failed} of ${tasks.length} graders tell right from wrong.`);
}

async function workAll(): Promise<void> {
  const configured = options.play === true ? null : await configuredModel();
  const rows: object[] = [];
  const sum = { passed: 0, dollars: 0, seconds: 0 };
  for (const { name, task } of tasks) {
    await cleanedUp(async (test) => {
      const began = performance.now();
      const { job, failures } = await workOn(test, data!, task, configured ?? (await playing(test, task)));
      const seconds = (performance.now() - began) / 1000;
      const { inputTokens, outputTokens, costMicros: cost } = job.usage;
      sum.passed += failures.length === 0 ? 1 : 0;
      sum.dollars += cost / 1e6;
      sum.seconds += seconds;
      for (const { kind, message } of failures) console.log(`${name}: ${kind}: ${message}`);
      rows.push({
        task: name,
        kind: task.kind,
        passed: failures.length === 0 ? 'yes' : [...new Set(failures.map(({ kind }) => kind))].join(', '),
        calls: job.steps,
        tokens: inputTokens + outputTokens,
        dollars: (cost / 1e6).toFixed(3),
        seconds: seconds.toFixed(1),
      });
    });
  }
  console.table(rows);
  failed = tasks.length - sum.passed;
  console.log(
    `${sum.passed} of ${tasks.length} passed (${Math.round((100 * sum.passed) / Math.max(1, tasks.length))} %), ${sum.dollars.toFixed(2)} dollars, ${Math.round(sum.seconds)} s`,
  );
}

/** A model server that plays the reference solution: a job shows that the agent's own path works. */
async function playing(test: Test, task: Task): Promise<AgentModel> {
  const server = await startModelServer(
    inOrder(
      ...task.right.map((call) => calls(call)),
      calls({ name: 'validate', input: {} }),
      calls(finish()),
    ),
  );
  test.after(() => server.close());
  return { ...(await compatibleModel(server.url)), costMicros: () => 0 } as AgentModel;
}

async function configuredModel(): Promise<AgentModel> {
  const { models, agent, answers } = loadConfig();
  const name = options.model ?? agent.model ?? models.names.find((one) => one !== 'extractive');
  if (name === undefined) throw new Error('Name a model: --model PROVIDER/NAME, or set DOCENT_MODEL.');
  const [model] = await openModels({ ...models, names: [name] }, () => []);
  return { kind: 'model', model: model!, costMicros: (usage) => costMicros(model!, usage, answers.prices) };
}

type Test = { after(clean: () => Promise<void>): void };

async function cleanedUp(work: (test: Test) => Promise<void>): Promise<void> {
  const cleaning: (() => Promise<void>)[] = [];
  try {
    await work({ after: (clean) => void cleaning.unshift(clean) });
  } finally {
    for (const clean of cleaning) await clean();
  }
}
