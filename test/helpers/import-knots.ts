import type { SourceFile } from './source-files.ts';

/** The sets of files that import each other in a circle, types counted (strongly connected components, by Tarjan). */
export function importKnots(files: SourceFile[]): string[][] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const knots: string[][] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    open.push(path);
    for (const target of importsOf.get(path)!) {
      if (!importsOf.has(target)) continue;
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const knot = open.splice(open.indexOf(path));
    if (knot.length > 1) knots.push(knot.sort());
  };
  for (const { path } of files) if (!order.has(path)) visit(path);
  return knots;
}
