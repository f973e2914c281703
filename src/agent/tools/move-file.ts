import { z } from 'zod';
import { pagesThatMention } from '../checks/pages-that-mention.ts';
import { readSite } from '../checks/read-site.ts';
import type { Site } from '../checks/checked-site.ts';
import { moveInNavigation } from '../change-navigation.ts';
import { leaveRedirect } from '../leave-redirect.ts';
import { isPage, isWritable, writablePath } from '../docs-path.ts';
import { linkTo, relativeLink, replaceLinks } from '../rewrite-links.ts';
import type { Workspace } from '../workspace.ts';
import { Refusal } from '../refusal.ts';
import { defineTool } from './tool.ts';

export const moveFile = defineTool({
  name: 'move_file',
  description:
    'Moves or renames a page. Links to it, its own relative links and the navigation are rewritten, and a redirect is left where the docs have redirects.',
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
    const after = await readSite(workspace, checker, 'now');
    changed.push(...(await moveInNavigation({ workspace, checker, site }, from, to, after)));
    const redirect = await leaveRedirect(workspace, checker, [site, from], [after, to]);
    const links =
      changed.length === 0 ? 'Nothing linked to it.' : `Links rewritten in ${changed.join(', ')}.`;
    const left =
      closed.length === 0 ? '' : ` ${closed.join(', ')} may not be changed by a job and keeps its old link.`;
    return `Moved ${from} to ${to}. ${links}${left}${redirect === null ? '' : ` ${redirect}`}`;
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
