import { type DeploymentRun, step } from './deployment-run.ts';
import { grantedSources } from './granted-sources.ts';
import { type Plan, planPages } from './plan-pages.ts';
import { type Base, readBase } from './read-base.ts';
import { type ProjectDocs, readSources } from './read-sources.ts';

/** The contents of the sources and of the index, and the plan to parse their differences. */
export type DocsRead = { base: Base | null; docs: ProjectDocs; plan: Plan };

/** Fetches the changes in the project's sources, and plans what to parse. @throws DocentError */
export async function readDocs(run: DeploymentRun): Promise<DocsRead> {
  const { deps, project, signal } = run;
  const onStep = await step(run, 'reading');
  const base = await readBase(deps, project);
  const docs = await readSources(await grantedSources(deps, project), project, {
    ref: project.preview?.branch,
    since: base?.isOwn ? base.deployment.commit?.sha : undefined,
    signal,
    onStep,
  });
  const files = docs.parts.flatMap((part) => part.files);
  return { base, docs, plan: planPages(files, base) };
}
