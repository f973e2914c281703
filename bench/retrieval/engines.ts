import type { Engine } from '../engines/engine.ts';

/** How each engine is made, by name. Their packages are not installed with ours, so they are loaded here. */
export async function loadEngines(): Promise<(() => Engine)[]> {
  const load = async (file: string, maker: string): Promise<(...args: string[]) => Engine> => {
    const module = (await import(new URL(`../engines/${file}.ts`, import.meta.url).href).catch(
      (cause: unknown) => {
        throw new Error('Install the other engines first: npm install --prefix bench/engines', { cause });
      },
    )) as Record<string, (...args: string[]) => Engine>;
    return module[maker]!;
  };
  const [fts5, miniSearch, flexSearch, orama, lance] = await Promise.all([
    load('fts5', 'createFts5'),
    load('minisearch', 'createMiniSearch'),
    load('flexsearch', 'createFlexSearch'),
    load('orama', 'createOrama'),
    load('lancedb', 'createLanceDb'),
  ]);
  return [
    fts5,
    miniSearch,
    flexSearch,
    () => orama('fulltext'),
    () => orama('hybrid'),
    () => lance('fulltext'),
    () => lance('hybrid'),
  ];
}
