import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import type { Expander, Expansion } from '../retrieval/expansion/expander.ts';
import type { ExpandableSection } from '../retrieval/expansion/read-sections.ts';
import { holdsExpansions, setExpansions } from '../retrieval/expansion/set-expansions.ts';
import { type DeploymentProgress, findCurrentDeployment } from '../store/deployments.ts';
import { forgetExpansions } from '../store/expansions.ts';
import { findProjectById, type Project } from '../store/projects.ts';
import { createAsking } from './ask-expansions.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { type ExpansionPlan, ownerOf, planExpansion, readBudget } from './expansion-plan.ts';
import { oftenAskedSections } from './often-asked.ts';
import { reportWork, type WorkReport } from './report-work.ts';
import { notNeeded, requireNeeded } from './require-needed.ts';

export type ExpandDeps = Pick<DeployDeps, 'store' | 'indexFolder' | 'travel'> & {
  log: Log;
  /** Null without a language model. */
  expander: Expander | null;
};

type ExpandOptions = {
  /** Without it, only stored expansions are used, which costs nothing. */
  mayAsk: boolean;
  onProgress: (progress: DeploymentProgress) => void;
  /** Called when the file has another revision. */
  onRevision: () => void;
  signal: AbortSignal;
};

/** Sections in the first revision; each further revision has twice as many. */
const firstRevision = 256;

/** How long expansions that no section uses are kept, for rollbacks. */
const keptMs = 180 * 86_400_000;

/**
 * Adds a language model's expansions to the sections of the project's current index, in several revisions of its file,
 * or removes them when expansion was switched off. A failure is logged; then sections stay as they are.
 * @returns whether the file has another revision
 */
export async function expandIndex(
  deps: ExpandDeps,
  projectId: string,
  { mayAsk, onProgress, onRevision, signal }: ExpandOptions,
): Promise<boolean> {
  const { store, indexFolder, travel, log, expander } = deps;
  const project = await findProjectById(store, projectId);
  const deployment = await findCurrentDeployment(store, projectId);
  if (project === undefined || deployment?.indexFile == null) return false;
  const { indexFile } = deployment;
  if ((await travel.bring(indexFile)) === 'brought') onRevision();
  const file = join(indexFolder, indexFile);
  const ownerId = ownerOf(project);
  const beforeReplace = () => requireNeeded(store, deployment);
  let changed = false;
  let work = null as WorkReport | null;
  let failed = false;

  async function expand(): Promise<void> {
    if (!isOn(project) && !holdsExpansions(file)) return;
    const plan = await planExpansion(store, file, expander, project!);
    const apply = async () => {
      const wanted = isOn(await findProjectById(store, projectId))
        ? plan.known
        : new Map<string, Expansion>();
      if (!(await setExpansions(file, wanted, { signal, beforeReplace }))) return;
      changed = true;
      onRevision();
    };
    await apply();
    if (!mayAsk || expander === null || !(await isAffordable(deps, plan, project!))) return;
    work = await reportWork(store, deployment!, 'expanding', onProgress);
    const { report } = work;
    const ask = createAsking({ store, log, expander }, plan, {
      projectId,
      ownerId,
      deploymentId: deployment!.id,
      report,
      signal,
    });
    const ordered = inOrder(plan.missing, await oftenAskedSections(store, projectId, file));
    let goesOn = true;
    for (let from = 0, max = firstRevision; goesOn && from < ordered.length; from += max, max *= 2) {
      goesOn = await ask(ordered.slice(from, from + max));
      await apply();
    }
    // A preview has only some of the texts that its project’s expansions are about.
    if (project!.preview !== undefined) return;
    const needed = new Set(plan.sections.map(({ hash }) => hash));
    await forgetExpansions(store, ownerId, { before: (await store.now()) - keptMs, needed });
  }

  try {
    await expand();
    if (changed) await travel.publish(indexFile);
  } catch (error) {
    failed = true;
    if (!signal.aborted && error !== notNeeded) log.warn({ projectId, error }, 'sections not expanded');
  } finally {
    await work?.end({ failed, isBrokenOff: signal.aborted });
  }
  return changed;
}

function isOn(project: Project | undefined): boolean {
  return project?.settings.expansion !== undefined;
}

async function isAffordable(
  { store, expander, log }: Pick<ExpandDeps, 'store' | 'expander' | 'log'>,
  { missing, costMicros }: ExpansionPlan,
  project: Project,
): Promise<boolean> {
  const { spentMicros, maxMicros } = await readBudget(store, expander, project);
  if (maxMicros === null || missing.length === 0) return false;
  if (costMicros !== null && spentMicros + costMicros <= maxMicros) return true;
  log.warn(
    { projectId: project.id, sections: missing.length, costMicros, spentMicros, maxMicros },
    'New sections are not expanded: that may exceed this month’s budget.',
  );
  return false;
}

/** The sections that people ask for most come first. */
function inOrder(sections: readonly ExpandableSection[], first: ReadonlySet<number>): ExpandableSection[] {
  return sections.toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
}
