import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const load = createRequire(import.meta.url);

/**
 * A module that is loaded when it is first needed, by functions that do not wait, too.
 * @param module by `entryPoint`
 */
export function loadLater<Module>(module: URL): () => Module {
  let loaded: Module | undefined;
  return () => (loaded ??= load(fileURLToPath(module)) as Module);
}
