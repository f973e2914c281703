import { join } from 'node:path';
import { agentLimits } from '../../src/agent/agent-limits.ts';
import { changedTexts } from '../../src/agent/job-run.ts';
import type { AgentModel, CodeSource } from '../../src/agent/deps.ts';
import { getJob } from '../../src/agent/manage-jobs.ts';
import { openBaseFiles } from '../../src/agent/base-files.ts';
import { openWorkspace } from '../../src/agent/workspace.ts';
import { openLocal } from '../../src/forges/local.ts';
import { readPullRequest } from '../../src/forges/local-pull-request.ts';
import { git } from '../../src/git/git.ts';
import type { Job } from '../../src/store/jobs.ts';
import { startAgent } from '../../test/helpers/agent-deps.ts';
import { commitFiles, temporaryFolder } from '../../test/helpers/repository.ts';
import { filesOf } from './beds.ts';
import type { Failure } from './graders.ts';
import { grade } from './graders.ts';
import type { Task } from './task.ts';

type Test = { after(clean: () => Promise<void>): void };

/** One job for a task: clone, model, tools, checks, commit and pull request, all real. Grades what the branch holds. */
export async function workOn(
  test: Test,
  data: string,
  task: Task,
  model: AgentModel,
): Promise<{ job: Job; failures: Failure[] }> {
  const folder = await temporaryFolder(test);
  const gitDir = join(folder, 'site.git');
  const base = await commitFiles(gitDir, await filesOf(data, task));
  const code = task.product === undefined ? [] : [await productOf(folder, task.product)];
  const forge = await openLocal({
    folder: gitDir,
    dataFolder: folder,
    pageUrl: (branch) => `local:${branch}`,
  });
  const agent = await startAgent(test, {
    model,
    settings: agentLimits,
    forge: async () => ({ forge, docsRoot: task.docsRoot, code }),
  });
  agent.deps.searchDocs = async () => 'The docs have no index yet. Use search_text.';
  const { id } = await agent.create(task.prompt);
  const job = await ended(() => getJob(agent.deps.store, agent.project, id));
  const pull = job.branch === null ? null : await readPullRequest(gitDir, job.branch);
  if (pull === null) {
    const why = job.error?.message ?? job.title ?? 'no reason';
    return { job, failures: [{ kind: 'scope', message: `There is no pull request: ${why}` }] };
  }
  const head = (await git(['rev-parse', `refs/heads/${job.branch}`], { gitDir })).toString().trim();
  const files = await openBaseFiles(gitDir, base);
  const overlay = await changedTexts(files, await openBaseFiles(gitDir, head));
  const { checker } = agent.deps;
  const change = openWorkspace({ checker, files, docsRoot: task.docsRoot, overlay });
  return { job, failures: await grade(task, change) };
}

async function productOf(folder: string, files: Record<string, string>): Promise<CodeSource> {
  const url = join(folder, 'product.git');
  await commitFiles(url, files);
  return { name: 'product', url, ref: null, access: async () => ({ url, authorization: null }) };
}

/** A model takes the time that it takes; the job's own budget ends it. */
async function ended(read: () => Promise<Job>): Promise<Job> {
  for (;;) {
    const job = await read();
    if (job.status !== 'active') return job;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
