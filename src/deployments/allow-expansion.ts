import { join } from 'node:path';
import { DocentError } from '../errors.ts';
import type { Expander } from '../retrieval/expansion/expander.ts';
import { findCurrentDeployment } from '../store/deployments.ts';
import { type Project, type ProjectSettings, updateProject } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { planExpansion } from './expansion-plan.ts';
import type { LiveIndexes } from './live-indexes.ts';

/** The state of a project's section expansion, and what the rest may cost. */
export type ExpansionState = {
  /** `provider/model`; null: this server has no expansion model. */
  model: string | null;
  /** The monthly budget; null: expansion is switched off. */
  maxDollars: number | null;
  /** Spent in this month (UTC). */
  spentDollars: number;
  /** Sections of the live index; how many of them are expanded and how many are not. Equal texts count once. */
  sections: number;
  expanded: number;
  missing: number;
  /** The estimated cost of the missing ones; `dollars` is null when the model's price is unknown. */
  estimate: { inputTokens: number; outputTokens: number; dollars: number | null };
};

type Deps = { store: Store; indexFolder: string; indexes: LiveIndexes; expander: Expander | null };

/** @throws DocentError `not_ready` while the project has no index */
export async function readExpansion(deps: Deps, project: Project): Promise<ExpansionState> {
  const { store, indexFolder, indexes, expander } = deps;
  // Fetches the file when only other servers have it.
  await indexes.warm(project);
  const deployment = await findCurrentDeployment(store, project.id);
  const plan = await planExpansion(store, join(indexFolder, deployment!.indexFile!), expander, project);
  const { expected, costMicros, missing, known, spentMicros } = plan;
  const texts = new Set(plan.sections.map(({ hash }) => hash));
  return {
    model: expander?.model ?? null,
    maxDollars: project.settings.expansion?.maxDollars ?? null,
    spentDollars: spentMicros / 1e6,
    sections: texts.size,
    expanded: [...texts].filter((hash) => known.has(hash)).length,
    missing: missing.length,
    estimate: {
      inputTokens: expected.inputTokens,
      outputTokens: expected.outputTokens,
      dollars: costMicros === null ? null : costMicros / 1e6,
    },
  };
}

/**
 * Switches on the expansion of a project's sections, with a monthly budget in dollars.
 * @param most the highest budget that the server allows a project
 * @returns the changed project
 * @throws DocentError `invalid_request` without a model of known price, and for more than the server allows; `conflict`
 *   when expanding the missing sections may exceed what is left of the budget
 */
export async function allowExpansion(
  deps: Deps,
  project: Project,
  maxDollars: number,
  most: number,
): Promise<Project> {
  const { model, estimate, spentDollars } = await readExpansion(deps, project);
  const refuse = (message: string) => new DocentError('invalid_request', message);
  if (model === null) throw refuse('Set DOCENT_MODEL to a language model: it expands sections.');
  if (estimate.dollars === null)
    throw refuse(
      `The price of ${model} is not known. The server’s operator can set it in DOCENT_MODEL_PRICES.`,
    );
  if (maxDollars > most)
    throw refuse(`This server allows at most $${most} a month for a project (DOCENT_EXPANSION_MAX_DOLLARS).`);
  const needed = estimate.dollars + spentDollars;
  if (needed > maxDollars) {
    const message = `The sections may cost about $${estimate.dollars.toFixed(2)}, and $${spentDollars.toFixed(2)} of this month is spent. Allow at least $${(Math.ceil(needed * 100) / 100).toFixed(2)}.`;
    throw new DocentError('conflict', message);
  }
  return change(deps.store, project, { ...project.settings, expansion: { maxDollars } });
}

/** Switches a project's section expansion off. Stored expansions are kept for later. */
export function endExpansion({ store }: Pick<Deps, 'store'>, project: Project): Promise<Project> {
  const { expansion: _, ...settings } = project.settings;
  return change(store, project, settings);
}

async function change(store: Store, project: Project, settings: ProjectSettings): Promise<Project> {
  await updateProject(store, project, { settings });
  return { ...project, settings };
}
