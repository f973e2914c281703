import { type DeploymentRun, step } from './deployment-run.ts';
import { grantedSources } from './granted-sources.ts';
import { type Plan, planPages } from './plan-pages.ts';
import { type Base, readBase } from './read-base.ts';
import { type ProjectDocs, readSources } from './read-sources.ts';
import { recordFaults } from './record-faults.ts';

/** The contents of the sources and of the index, and the plan to parse their differences. */
export type DocsRead = { base: Base | null; docs: ProjectDocs; plan: Plan };

/** Fetches the changes in the project's sources, and plans what to parse. @throws DocentError */
export async function readDocs(run: DeploymentRun): Promise<DocsRead> {
  const { deps, project, cause, signal } = run;
  const onStep = await step(run, 'reading');
  const base = await readBase(deps, project);
  const docs = await readSources(await grantedSources(deps, project), project, {
    base,
    ref: project.preview?.branch,
    since: base?.isOwn ? base.deployment.commit?.sha : undefined,
    isRoutine: cause === 'watch' || cause === 'poll',
    signal,
    onStep,
  });
  await recordFaults(deps.store, project, docs.faults);
  const files = docs.parts.flatMap((part) => part.files);
  return { base, docs, plan: planPages(files, base) };
}
