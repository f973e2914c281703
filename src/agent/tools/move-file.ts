import { z } from 'zod';
import { pagesThatMention } from '../checks/pages-that-mention.ts';
import { readSite } from '../checks/read-site.ts';
import { addressOf, type Site } from '../checks/checked-site.ts';
import type { Checker } from '../checks/checker.ts';
import { isPage, isWritable, writablePath } from '../docs-path.ts';
import { replaceNavigation } from '../replace-navigation.ts';
import { linkTo, relativeLink, replaceLinks } from '../rewrite-links.ts';
import type { Workspace } from '../workspace.ts';
import { Refusal } from '../refusal.ts';
import { defineTool } from './tool.ts';

export const moveFile = defineTool({
  name: 'move_file',
  description:
    'Moves or renames a page. Links to it, its own relative links and the navigation are rewritten.',
  input: z.object({ from: z.string(), to: z.string() }),
  summary: ({ from, to }) => `${from} → ${to}`,
  async run(input, { workspace, checker }) {
    const from = writablePath(input.from, workspace.docsRoot);
    const to = writablePath(input.to, workspace.docsRoot);
    if (!isPage(from) || !isPage(to)) throw new Refusal('Only pages can be moved.');
    if (workspace.has(to)) throw new Refusal(`${to} is there already. Choose another path.`);
    const site = await readSite(workspace, checker, 'now');
    await workspace.write(to, await moveOwnLinks(site, from, to));
    workspace.remove(from);
    const { changed, closed } = await rewriteLinks(workspace, site, from, to);
    if (await rewriteNavigation(workspace, checker, from, to)) changed.push(workspace.navigation!);
    const links =
      changed.length === 0 ? 'Nothing linked to it.' : `Links rewritten in ${changed.join(', ')}.`;
    const left =
      closed.length === 0 ? '' : ` ${closed.join(', ')} may not be changed by a job and keeps its old link.`;
    return `Moved ${from} to ${to}. ${links}${left}`;
  },
});

async function rewriteLinks(
  workspace: Workspace,
  site: Site,
  from: string,
  to: string,
): Promise<{ changed: string[]; closed: string[] }> {
  const changed: string[] = [];
  const closed: string[] = [];
  for (const file of pagesThatMention(site, [from])) {
    if (file === from) continue;
    const { links } = await site.facts(file);
    const stale = links.filter(({ url }) => {
      const target = site.locate(file, url);
      return target.kind === 'found' && target.file === from;
    });
    if (stale.length === 0) continue;
    if (!isWritable(file, workspace.docsRoot)) {
      closed.push(file);
      continue;
    }
    const renamed = replaceLinks(site.text(file), stale, ({ url }) =>
      linkTo(url, file, to, workspace.docsRoot),
    );
    await workspace.write(file, renamed);
    changed.push(file);
  }
  return { changed, closed };
}

/** The page with its relative links as seen from its new place. */
async function moveOwnLinks(site: Site, from: string, to: string): Promise<string> {
  const { links } = await site.facts(from);
  return replaceLinks(site.text(from), links, ({ url }) => {
    const target = site.locate(from, url);
    if (target.kind !== 'found' || /^[/#?]/.test(url)) return url;
    return relativeLink(url, to, target.file === from ? to : target.file);
  });
}

async function rewriteNavigation(
  workspace: Workspace,
  checker: Checker,
  from: string,
  to: string,
): Promise<boolean> {
  const file = workspace.navigation;
  if (file === null) return false;
  const navigation = await checker.run('navigation', file, await workspace.read(file));
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
  if (changed) await replaceNavigation(workspace, checker, renamed);
  return changed;
}
