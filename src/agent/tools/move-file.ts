import { z } from 'zod';
import { readSite } from '../checks/read-site.ts';
import { addressOf, type Site } from '../checks/site.ts';
import { readNavigation } from '../navigation.ts';
import { isPage, writablePath } from '../docs-path.ts';
import { linkTo, relativeLink, replaceLinks } from '../rewrite-links.ts';
import type { Workspace } from '../workspace.ts';
import { defineTool, ToolRefusal } from './tool.ts';

export const moveFile = defineTool({
  name: 'move_file',
  description:
    'Moves or renames a page. Links to it, its own relative links and the navigation are rewritten.',
  input: z.object({ from: z.string(), to: z.string() }),
  summary: ({ from, to }) => `${from} → ${to}`,
  async run(input, { workspace, checker }) {
    const from = writablePath(input.from, workspace.docsRoot);
    const to = writablePath(input.to, workspace.docsRoot);
    if (!isPage(from) || !isPage(to)) throw new ToolRefusal('Only pages can be moved.');
    if (workspace.has(to)) throw new ToolRefusal(`${to} is there already. Choose another path.`);
    const site = await readSite(workspace, checker, 'now');
    const text = await workspace.read(from);
    await workspace.write(to, moveOwnLinks(site, text, from, to));
    workspace.remove(from);
    const changed = await rewriteLinks(workspace, site, from, to);
    if (await rewriteNavigation(workspace, from, to)) changed.push(workspace.navigation!);
    return `Moved ${from} to ${to}. ${changed.length === 0 ? 'Nothing linked to it.' : `Links rewritten in ${changed.join(', ')}.`}`;
  },
});

async function rewriteLinks(workspace: Workspace, site: Site, from: string, to: string): Promise<string[]> {
  const changed: string[] = [];
  for (const [file, { links }] of site.pages) {
    if (file === from) continue;
    const stale = links.filter(({ url }) => pointsTo(site, file, url, from));
    if (stale.length === 0) continue;
    const text = (await workspace.readAll([file])).get(file) ?? '';
    await workspace.write(
      file,
      replaceLinks(text, stale, ({ url }) => linkTo(url, file, to, workspace.docsRoot)),
    );
    changed.push(file);
  }
  return changed;
}

/** A page's relative links, seen from its new place. */
function moveOwnLinks(site: Site, text: string, from: string, to: string): string {
  const relative = (site.pages.get(from)?.links ?? []).filter(
    ({ url }) =>
      !url.startsWith('/') &&
      !url.startsWith('#') &&
      !url.startsWith('?') &&
      site.resolve(from, url).kind !== 'external',
  );
  return replaceLinks(text, relative, ({ url }) => {
    const target = site.resolve(from, url);
    if (target.kind === 'external' || target.kind === 'no-page') return url;
    return relativeLink(url, to, target.file === from ? to : target.file);
  });
}

function pointsTo(site: Site, file: string, url: string, target: string): boolean {
  const found = site.resolve(file, url);
  return (found.kind === 'found' || found.kind === 'no-anchor') && found.file === target;
}

async function rewriteNavigation(workspace: Workspace, from: string, to: string): Promise<boolean> {
  if (workspace.navigation === null) return false;
  const text = await workspace.read(workspace.navigation);
  const navigation = readNavigation(workspace.navigation, text);
  const within = (path: string) =>
    workspace.docsRoot === '' ? path : path.slice(workspace.docsRoot.length + 1);
  const names = new Map([
    [within(from), within(to)],
    [addressOf(from, workspace.docsRoot), addressOf(to, workspace.docsRoot)],
    [within(from).replace(/\.mdx?$/i, ''), within(to).replace(/\.mdx?$/i, '')],
  ]);
  let changed = false;
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const renamed = names.get(value.replace(/^\//, ''));
      changed ||= renamed !== undefined;
      return renamed === undefined ? value : (value.startsWith('/') ? '/' : '') + renamed;
    }
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, rename(child)]));
  };
  const renamed = rename(navigation);
  if (changed) await workspace.setNavigation(renamed);
  return changed;
}
