import { isPage } from './docs-path.ts';
import type { Workspace } from './workspace.ts';

/** The share of lines that a moved page has in common with the one before. git calls it `--find-renames`. */
const minShared = 0.5;

/** Pages that were moved: where each stood in the base, by the path that it has now. */
export async function movedPages(workspace: Workspace): Promise<Map<string, string>> {
  const overlay = Object.entries(workspace.overlay()).filter(([path]) => isPage(path));
  const gone = overlay.filter(([, text]) => text === null).map(([path]) => path);
  const before = await workspace.readAll(gone, 'base');
  const pages = new Set(workspace.list('base'));
  const left = new Map([...before].map(([path, text]) => [path, linesOf(text)]));
  const moved = new Map<string, string>();
  for (const [path, text] of overlay) {
    if (text === null || pages.has(path)) continue;
    const lines = linesOf(text);
    const [best] = [...left]
      .map(([from, others]) => ({ from, shared: sharedOf(lines, others) }))
      .sort((a, b) => b.shared - a.shared);
    if (best === undefined || best.shared < minShared) continue;
    moved.set(path, best.from);
    left.delete(best.from);
  }
  return moved;
}

const linesOf = (text: string) => new Set(text.split(/\r?\n/).filter((line) => line.trim() !== ''));

const sharedOf = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].filter((line) => other.has(line)).length / Math.max(one.size, other.size, 1);
