import { join } from 'node:path';
import { checker } from './checker.ts';
import { jobKinds } from '../../src/agent/open-agent.ts';
import { createJob, getJob } from '../../src/agent/manage-jobs.ts';
import type { AgentModel, AgentDeps, DocsRepository } from '../../src/agent/deps.ts';
import { type AgentLimits, agentLimits } from '../../src/agent/agent-limits.ts';
import { openStore } from '../../src/store/open-store.ts';
import { listEvents } from '../../src/store/job-events.ts';
import type { Job } from '../../src/store/jobs.ts';
import type { Project } from '../../src/store/projects.ts';
import { type Engine, startEngine } from '../../src/work/engine.ts';
import { seedProject } from '../contract/store-seed.ts';
import { eventually } from './eventually.ts';
import { temporaryFolder } from './repository.ts';
import { createSqliteFile } from './sqlite.ts';

type Test = { after(clean: () => Promise<void>): void };

export const quickSettings: AgentLimits = {
  ...agentLimits,
  maxStalls: 100,
  faultWaits: [50, 100, 200, 200, 200, 200],
  modelRetries: { tries: 3, firstWait: 10, maxWait: 100 },
};

type Agent = {
  deps: AgentDeps;
  project: Project;
  engine: Engine;
  startEngine(): Promise<Engine>;
  create(prompt: string, order?: { ref?: string; draft?: boolean }): Promise<Job>;
  /** The job once it is no longer active. */
  ended(id: string): Promise<Job>;
  /** The job once `holds` is true of it. */
  until(id: string, holds: (job: Job) => boolean): Promise<Job>;
  events(id: string): Promise<Record<string, any>[]>;
};

type Options = {
  forge: () => Promise<DocsRepository>;
  model?: AgentModel;
  settings?: Partial<AgentLimits>;
  url?: string;
  signingKeyFile?: string;
};

/** An agent of this process with a store of its own, over a given forge and model. */
export async function startAgent(test: Test, options: Options): Promise<Agent> {
  const folder = await temporaryFolder(test);
  const file = join(folder, 'docent.sqlite');
  if (options.url === undefined) await createSqliteFile(file);
  const store = await openStore({ url: options.url ?? `sqlite:${file}` });
  const project = await seedProject(store, 'docs');
  const deps: AgentDeps = {
    store,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    settings: { ...quickSettings, ...options.settings },
    checker,
    workFolder: join(folder, 'work'),
    openRepository: options.forge,
    modelName: options.model?.kind === 'model' ? 'test/m' : 'scripted',
    openModel: () => options.model ?? { kind: 'scripted' },
    searchDocs: async () => 'Nothing.',
    signingKeyFile: options.signingKeyFile ?? null,
  };
  const start = () => startEngine(store, { place: 'here', kinds: jobKinds(deps), log: deps.log });
  const engine = await start();
  test.after(async () => {
    await engine.stop();
    await store.close();
  });
  const until: Agent['until'] = (id, holds) => eventually(() => getJob(store, project, id), holds);
  return {
    deps,
    project,
    engine,
    startEngine: start,
    async create(prompt, { ref = null, draft = false }: { ref?: string | null; draft?: boolean } = {}) {
      return createJob(store, project, { prompt, ref, draft }, deps.modelName, null);
    },
    ended: (id) => until(id, ({ status }) => status !== 'active'),
    until,
    events: async (id) => (await listEvents(store, id, 0, 1000)).map(({ event }) => event),
  };
}
