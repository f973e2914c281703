import type { Workspace } from '../workspace.ts';
import { isDocsFile } from '../../content/site/endings.ts';

/** The share of lines from which on git calls it a rename. https://git-scm.com/docs/git-diff#Documentation/git-diff.txt---find-renamesn */
const minAlike = 0.5;

/** New pages with the removed page that each was made of, so that what was wrong before it moved is not new. */
export async function movedPages(workspace: Workspace): Promise<Map<string, string>> {
  const overlay = Object.entries(workspace.overlay());
  const known = new Set(workspace.list('base'));
  const removed = overlay.flatMap(([file, text]) => (text === null && isDocsFile(file) ? [file] : []));
  const before = await workspace.readAll(removed, 'base');
  const moved = new Map<string, string>();
  for (const [file, text] of overlay) {
    if (text === null || !isDocsFile(file) || known.has(file)) continue;
    const [best] = [...before]
      .map(([from, was]) => ({ from, alike: alikeness(was, text) }))
      .filter(({ alike }) => alike >= minAlike)
      .sort((a, b) => b.alike - a.alike);
    if (best === undefined) continue;
    moved.set(file, best.from);
    before.delete(best.from);
  }
  return moved;
}

/** The share of the longer text's lines that both have. */
function alikeness(one: string, other: string): number {
  const lines = new Set(one.split(/\r?\n/));
  const others = new Set(other.split(/\r?\n/));
  const both = [...lines].filter((line) => others.has(line)).length;
  return both / Math.max(lines.size, others.size);
}
