import { isDeepStrictEqual } from 'node:util';
import { sourceName } from '../accounts/manage-projects.ts';
import type { DocentError } from '../errors.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { type Project, setSourceFaults } from '../store/projects.ts';
import type { Store } from '../store/store.ts';

/** A source that could not be read. */
export type ReadFault = { source: ProjectSource; error: DocentError };

/** Records which sources of a project cannot be read, and since when: their owners are told. */
export async function recordFaults(
  store: Store,
  { id, sourceFaults: before = [] }: Project,
  faults: readonly ReadFault[],
): Promise<void> {
  const now = await store.now();
  const found = faults.map(({ source, error }) => {
    const known = before.find((one) => one.kind === source.kind && one.name === sourceName(source));
    return {
      kind: source.kind,
      name: sourceName(source),
      message: error.message,
      since: known?.since ?? now,
    };
  });
  if (!isDeepStrictEqual(found, before)) await setSourceFaults(store, id, found);
}
