import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryPoint } from '../../src/lib/entry-point.ts';
import { createJob } from '../../src/agent/manage-jobs.ts';
import { openStore } from '../../src/store/open-store.ts';
import { addEvalQuestion } from '../../src/store/eval-questions.ts';
import { type Job, pageOfJobs } from '../../src/store/jobs.ts';
import type { Project } from '../../src/store/projects.ts';
import type { Store } from '../../src/store/store.ts';
import { seedProject } from '../contract/store-seed.ts';
import type { ProcessOptions } from './agent-process.ts';
import { calls, edit, finish, textOf } from './agent-script.ts';
import { site } from './agent-site.ts';
import { eventually } from './eventually.ts';
import { startForgeServer } from './forge-server.ts';
import { type ModelRequest, startModelServer } from './model-server.ts';
import { commitFiles, temporaryFolder } from './repository.ts';
import type { ForgeServer } from './served-forge.ts';

const program = fileURLToPath(entryPoint(new URL('./agent-process.ts', import.meta.url)));

export const modelSteps = 5;

/** Which job asks, and its how-manieth step this is: both follow from what the model is sent. */
function stepOf(request: ModelRequest): { job: string; step: number } {
  const job = /Job-(\d+)/.exec(textOf(request))![1]!;
  return { job, step: request.body.messages.filter(({ role }: { role: string }) => role === 'tool').length };
}

/** Each job has a page of its own, so that none waits for another. */
export const pageOf = (job: number | string) => `docs/page-${job}.md`;
const maxJobs = 20;

/** Edits the same line again and again, then finishes; job 0 changes nothing. */
function script(request: ModelRequest) {
  const { job, step } = stepOf(request);
  if (job === '0') return calls(finish('Nothing to do'));
  if (step === modelSteps - 1) return calls(finish(`Change of job ${job}`));
  const now = step === 0 ? 'Run npm.' : `Job ${job}, step ${step}.`;
  return calls(edit(now, `Job ${job}, step ${step + 1}.`, pageOf(job)));
}

export type Scene = {
  store: Store;
  project: Project;
  options: ProcessOptions;
  forge: ForgeServer;
  gitDir: string;
  /** `job:step` of each model call. */
  seen: string[];
};

/** A forge, a model and a store; `onRequest` is told of every request to the outside. */
export async function setScene(
  t: { after(clean: () => Promise<void>): void },
  storeUrl: string,
  onRequest: () => void,
): Promise<Scene> {
  const folder = await temporaryFolder(t);
  const gitDir = join(folder, 'acme/site.git');
  const pages = Array.from({ length: maxJobs }, (_, nth) => [pageOf(nth), `# Page ${nth}\n\nRun npm.\n`]);
  await commitFiles(gitDir, { ...site, ...Object.fromEntries(pages) });
  const forge = await startForgeServer(
    'github',
    { folder, repository: 'acme/site', tokens: { 'tok-secret': 'write' } },
    onRequest,
  );
  const seen: string[] = [];
  const model = await startModelServer((request) => {
    const { job, step } = stepOf(request);
    seen.push(`${job}:${step}`);
    onRequest();
    return script(request);
  });
  const store = await openStore({ url: storeUrl });
  t.after(async () => {
    await store.close();
    await forge.close();
    await model.close();
  });
  const project = await seedProject(store, 'docs');
  await addEvalQuestion(store, {
    id: 'evq_1',
    projectId: project.id,
    question: 'What does one run to install it?',
    expected: 'install',
    threadId: null,
    createdAt: 1,
  });
  const options = { storeUrl, forgeUrl: forge.url, modelUrl: model.url, workFolder: join(folder, 'work') };
  return { store, project, options, forge, gitDir, seen };
}

/** Orders a job: the 0th changes nothing. */
export async function orderJob({ store, project }: Scene, nth: number): Promise<void> {
  const order = { prompt: `Job-${nth}: change the docs`, ref: null, draft: false };
  await createJob(store, project, order, 'test/m', null);
}

export const jobsOf = async ({ store, project }: Scene): Promise<Job[]> =>
  (await pageOfJobs(store, { projectId: project.id }, { limit: 100 })).rows;

/** A worker as a process of its own, once it works. */
export async function startProcess(
  options: ProcessOptions,
): Promise<{ child: ChildProcess; exited: Promise<unknown> }> {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await Promise.race([once(child.stdout!, 'data'), exited]);
  return { child, exited };
}

export async function allEnded({ store, project }: Scene): Promise<void> {
  await eventually(
    () => pageOfJobs(store, { projectId: project.id, status: 'active' }, { limit: 1 }),
    ({ total }) => total === 0,
  );
}

/**
 * Orders jobs, lets worker after worker begin on them, and kills each with SIGKILL as it asks the outside for
 * something; the last one lives until all jobs ended.
 * @returns the scene as it is then, and how many kills met work under way
 */
export async function killWorkers(
  t: { after(clean: () => Promise<void>): void },
  storeUrl: string,
  { kills, jobs }: { kills: number; jobs: number },
): Promise<{ scene: Scene; hits: number }> {
  let left = 0;
  let hits = 0;
  let doomed: ChildProcess | undefined;
  const scene = await setScene(t, storeUrl, () => {
    if (--left === 0 && doomed?.kill('SIGKILL')) hits += 1;
  });
  for (let nth = 0; nth <= jobs; nth++) await orderJob(scene, nth);
  for (let round = 0; round < kills; round++) {
    const { child, exited } = await startProcess(scene.options);
    doomed = child;
    left = 3 + ((round * 7) % 8);
    // It may run out of work before it has asked so often.
    await Promise.race([exited, allEnded(scene)]);
    child.kill('SIGKILL');
    await exited;
  }
  left = 0;
  const last = await startProcess(scene.options);
  await allEnded(scene);
  last.child.kill('SIGTERM');
  await last.exited;
  return { scene, hits };
}
