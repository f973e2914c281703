import { join } from 'node:path';
import type { CodeSplittingGroup } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** What starts most often, by the modules that it begins with. */
type Starts = Record<string, string[]>;

export const serving: Starts = {
  command: inRoot('src/main.ts', 'src/cli/serve.ts'),
  server: inRoot('src/cli/run-server.ts'),
  routes: inRoot('src/http/routes.ts'),
  commands: ['deploy', 'job', 'jobs', 'keys', 'mcp', 'projects', 'search', 'users', 'webhook'].flatMap(
    (name) => inRoot(`src/cli/${name}.ts`),
  ),
};

/** The process that reads docs, with all that it needs for Markdown. */
export const reading: Starts = {
  pages: inRoot(
    'src/content/parse-worker.ts',
    'src/content/parse-sealed.ts',
    'src/content/reading/serve-reading.ts',
    'src/retrieval/read-words.ts',
  ),
};

/** All of it imports all of it, though only the routes use more than a part. */
const isZod = /[\\/]node_modules[\\/]zod[\\/]/;

/**
 * One file for all modules that the same starts load, because to find and read a hundred small files takes a tenth of a start's
 * CPU. What other processes and threads load stays apart, since they would load the rest with it.
 * @param entries what processes and threads start from
 */
export function groupModules(entries: readonly string[], starts: Starts): CodeSplittingGroup {
  const first = Object.values(starts).flat();
  const others = entries.filter((path) => !first.includes(path));
  let loaded: Map<string, Set<string>> | undefined;
  return {
    debugName: 'starts',
    includeDependenciesRecursively: false,
    name(id, graph) {
      const loadedBy = (paths: readonly string[]): Set<string> => {
        const found = new Set(paths);
        // A set that grows while it is walked.
        for (const path of found) graph.getModuleInfo(path)?.importedIds.forEach((each) => found.add(each));
        return found;
      };
      loaded ??= new Map([
        ['others', loadedBy(others)],
        ...Object.entries(starts).map(([name, paths]) => [name, loadedBy(paths)] as const),
      ]);
      const names = [...loaded.keys()].filter((name) => loaded!.get(name)!.has(id));
      if (names.length === 0 || names.includes('others') || first.includes(id) || isZod.test(id)) return null;
      // A server and other commands have what every command loads, and the routes what a server has.
      const has = new Set(names);
      if (has.has('command')) ['server', 'commands'].forEach((name) => has.delete(name));
      if (has.has('command') || has.has('server')) has.delete('routes');
      return [...has].join('-and-');
    },
  };
}

function inRoot(...paths: string[]): string[] {
  return paths.map((path) => join(root, path));
}
