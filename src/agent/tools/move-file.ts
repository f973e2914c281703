import { posix } from 'node:path';
import { z } from 'zod';
import { pagesThatMention } from '../checks/pages-that-mention.ts';
import { readSite } from '../checks/read-site.ts';
import { fileOf, type Site } from '../checks/checked-site.ts';
import { moveInNavigation } from '../change-navigation.ts';
import { leaveRedirect } from '../leave-redirect.ts';
import { isWritable, writablePath } from '../docs-path.ts';
import { linkLike, replaceLinks } from '../rewrite-links.ts';
import type { Workspace } from '../workspace.ts';
import { Refusal } from '../refusal.ts';
import { defineTool } from './tool.ts';
import { frameworkNamed } from '../../content/frameworks/registry.ts';
import { isDocsFile } from '../../content/site/endings.ts';

export const moveFile = defineTool({
  name: 'move_file',
  description:
    'Moves or renames a page. Links to it, its own relative links and the navigation are rewritten, and a redirect is left where the docs have redirects.',
  input: z.object({ from: z.string(), to: z.string() }),
  summary: ({ from, to }) => `${from} → ${to}`,
  async run(input, { workspace }) {
    const from = writablePath(input.from, workspace.docsRoot);
    const to = writablePath(input.to, workspace.docsRoot);
    if (!isDocsFile(from) || !isDocsFile(to)) throw new Refusal('Only pages can be moved.');
    if (workspace.has(to)) throw new Refusal(`${to} already exists. Choose another path.`);
    // Refuses a page that cannot be read, because it could not be written again.
    await workspace.read(from);
    const site = await readSite(workspace, 'now');
    refuseBundle(workspace, site, from, to);
    await workspace.write(to, site.text(from), from);
    workspace.remove(from);
    const after = await readSite(workspace, 'now');
    await workspace.write(to, await moveOwnLinks(site, from, after, to));
    const { changed, closed } = await rewriteLinks(workspace, site, from, after, to);
    const repairs = { ...workspace, write: workspace.repair };
    changed.push(...(await moveInNavigation({ workspace: repairs, site }, from, to, after)));
    // A book has the pages that its navigation names.
    const end = await readSite(workspace, 'now');
    const redirect = await leaveRedirect(repairs, [site, from], [end, to]);
    const links =
      changed.length === 0 ? 'Nothing linked to it.' : `Links rewritten in ${changed.join(', ')}.`;
    const left =
      closed.length === 0 ? '' : ` ${closed.join(', ')} may not be changed by a job and keeps its old link.`;
    return `Moved ${from} to ${to}. ${links}${left}${redirect === null ? '' : ` ${redirect}`}`;
  },
});

/** A page whose pictures lie in its folder would lose them: a job writes text alone. */
function refuseBundle(workspace: Workspace, { framework }: Site, from: string, to: string): void {
  const [folder, target] = [posix.dirname(from), posix.dirname(to)];
  const { bundles } = frameworkNamed(framework);
  if (folder === target || bundles?.test(from) !== true) return;
  const beside = [...workspace.list(), ...workspace.otherFiles()].filter(
    (file) => file !== from && file.startsWith(`${folder}/`) && !bundles.test(file),
  );
  if (beside.length === 0) return;
  const names = beside.slice(0, 5).map((file) => posix.relative(folder, file));
  throw new Refusal(
    `${from} is a page bundle, and a job cannot move the files beside it (${names.join(', ')}). Leave the page where it is, and say that a person has to move the folder ${folder}.`,
  );
}

async function rewriteLinks(
  workspace: Workspace,
  site: Site,
  from: string,
  after: Site,
  to: string,
): Promise<{ changed: string[]; closed: string[] }> {
  const changed: string[] = [];
  const closed: string[] = [];
  for (const file of pagesThatMention(site, [from])) {
    if (file === from) continue;
    const { links } = await site.facts(file);
    const stale = links.filter((link) => {
      const { kind, url, syntax } = link;
      // A label moves along with its page.
      const isLabel = kind === 'reference' || (syntax !== 'doc' && site.hasLabel?.(url) === true);
      if (isLabel) return false;
      return fileOf(site.locate(file, link)) === from;
    });
    if (stale.length === 0) continue;
    if (!isWritable(file, workspace.docsRoot)) {
      closed.push(file);
      continue;
    }
    const [old, now] = [
      { site, file, target: from },
      { site: after, file, target: to },
    ];
    const renamed = replaceLinks(site.text(file), stale, (link) => linkLike(link, old, now));
    // A page that names its own address keeps it, and its links.
    if (renamed === site.text(file)) continue;
    await workspace.repair(file, renamed);
    changed.push(file);
  }
  return { changed, closed };
}

/** The page with its relative links and imports made relative to the new path. */
async function moveOwnLinks(site: Site, from: string, after: Site, to: string): Promise<string> {
  const { links } = await site.facts(from);
  return replaceLinks(site.text(from), links, (link) => {
    const target = link.kind === 'reference' ? null : fileOf(site.locate(from, link));
    // A script's imports may leave out endings that no page has.
    if (link.kind === 'import' && target !== from && link.url.startsWith('.')) {
      const path = posix.relative(posix.dirname(to), posix.join(posix.dirname(from), link.url));
      return path.startsWith('.') ? path : `./${path}`;
    }
    // Root-relative addresses stay valid, and so do references within the page, such as AsciiDoc's `<<id>>`.
    if (target === null || /^[/?@]/.test(link.url) || (link.target ?? link.url).startsWith('#'))
      return link.url;
    const old = { site, file: from, target };
    return linkLike(link, old, { site: after, file: to, target: target === from ? to : target });
  });
}
