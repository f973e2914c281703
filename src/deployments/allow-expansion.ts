import { join } from 'node:path';
import { issuerOf } from '../accounts/issuer-of.ts';
import { DocentError } from '../errors.ts';
import type { Expander } from '../retrieval/expansion/expander.ts';
import { findCurrentDeployment } from '../store/deployments.ts';
import type { KeyRecord } from '../store/keys.ts';
import { changeSettings, type Project } from '../store/projects.ts';
import { inTransaction, type Store } from '../store/store.ts';
import { ownerOf, readBudget } from './expansion-plan.ts';
import type { LiveIndexes } from './live-indexes.ts';
import { measureExpansion } from './measure-expansion.ts';

/** The state of a project's section expansion, and what the rest may cost. */
export type ExpansionState = {
  /** `provider/model`; null: this server has no expansion model. */
  model: string | null;
  /** The monthly budget, at most what the server allows; null: expansion is switched off. */
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
  const file = join(indexFolder, deployment!.indexFile!);
  const { texts, expanded, missing, expected } = await measureExpansion(store, file, ownerOf(project));
  const { spentMicros, maxMicros } = await readBudget(store, expander, project);
  const costMicros = expander === null ? null : expander.costOf(expected);
  return {
    model: expander?.model ?? null,
    maxDollars: maxMicros === null ? null : maxMicros / 1e6,
    spentDollars: spentMicros / 1e6,
    sections: texts,
    expanded,
    missing,
    estimate: {
      inputTokens: expected.inputTokens,
      outputTokens: expected.outputTokens,
      dollars: costMicros === null ? null : costMicros / 1e6,
    },
  };
}

/**
 * Switches on the expansion of a project's sections, with a monthly budget in dollars.
 * @param key the key that does it, and with which it ends
 * @returns the changed project
 * @throws DocentError `invalid_request` without a model of known price, and for more than the server allows; `conflict`
 *   when expanding the missing sections may exceed what is left of the budget
 */
export async function allowExpansion(
  deps: Deps,
  project: Project,
  maxDollars: number,
  key?: KeyRecord,
): Promise<Project> {
  const { model, estimate, spentDollars } = await readExpansion(deps, project);
  const refuse = (message: string) => new DocentError('invalid_request', message);
  if (model === null || deps.expander === null)
    throw refuse('Set DOCENT_MODEL to a language model: it expands sections.');
  if (estimate.dollars === null)
    throw refuse(
      `The price of ${model} is not known. The server’s operator can set it in DOCENT_MODEL_PRICES.`,
    );
  const maxOfServer = deps.expander.maxDollars;
  if (maxDollars > maxOfServer)
    throw refuse(
      `This server allows at most $${maxOfServer} a month for a project (DOCENT_EXPANSION_MAX_DOLLARS).`,
    );
  const needed = estimate.dollars + spentDollars;
  if (needed > maxDollars) {
    const message = `The sections may cost about $${estimate.dollars.toFixed(2)}, and $${spentDollars.toFixed(2)} of this month is spent. Allow at least $${(Math.ceil(needed * 100) / 100).toFixed(2)}.`;
    throw new DocentError('conflict', message);
  }
  return inTransaction(deps.store, async (store) =>
    changeSettings(
      store,
      project,
      (settings) => ({ ...settings, expansion: { maxDollars } }),
      await issuerOf(store, key),
    ),
  );
}

/** Switches a project's section expansion off. Stored expansions are kept for later. */
export function endExpansion({ store }: Pick<Deps, 'store'>, project: Project): Promise<Project> {
  return changeSettings(store, project, ({ expansion: _, ...settings }) => settings);
}
