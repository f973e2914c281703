import { z } from 'zod';
import { placeInNavigation, removeFromNavigation } from '../change-navigation.ts';
import { readSite } from '../checks/read-site.ts';
import { type NavigationFile, readNavigations } from '../checks/site-navigation.ts';
import { describeNavigation, pagesNamed } from '../describe-navigation.ts';
import { Refusal } from '../refusal.ts';
import type { Workspace } from '../workspace.ts';
import { defineTool } from './tool.ts';

const maxLength = 40_000;

export const getNavigation = defineTool({
  name: 'get_navigation',
  description:
    'Shows the navigation: its files, and its groups and pages in order. To add or reorder groups, edit the file that it names with edit_file.',
  input: z.object({}),
  summary: () => 'navigation',
  async run(_, { workspace }) {
    const site = await readSite(workspace, 'now');
    const navigations = await knownNavigations(workspace);
    const titles = await site.titles([...pagesNamed(navigations)]);
    const shown = describeNavigation(navigations, titles).join('\n');
    if (shown.length <= maxLength) return shown;
    const files = navigations.map(({ file }) => file).join(', ');
    const end = shown.lastIndexOf('\n', maxLength);
    return `${shown.slice(0, end)}\n… cut here. Read the rest with read_file: ${files.slice(0, 2_000)}`;
  },
});

export const placePage = defineTool({
  name: 'place_page',
  description:
    'Puts a page into the navigation, before or after a page that is already there. A page that is in it elsewhere is moved.',
  input: z.object({
    page: z.string(),
    after: z.string().optional(),
    before: z.string().optional(),
    title: z.string().min(1).max(200).optional(),
  }),
  summary: ({ page }) => page,
  async run({ page, after, before, title }, { workspace }) {
    const other = after ?? before;
    if (other === undefined || (after !== undefined && before !== undefined))
      throw new Refusal('Give one page that is in the navigation, as `after` or as `before`.');
    for (const path of [page, other])
      if (!workspace.has(path))
        throw new Refusal(`There is no page ${path}. Give paths from the root of the repository.`);
    if (page === other) throw new Refusal('A page cannot stand beside itself.');
    const site = await readSite(workspace, 'now');
    await knownNavigations(workspace);
    const scene = { workspace, site };
    await removeFromNavigation(scene, page);
    const place = { side: after === undefined ? ('before' as const) : ('after' as const), other };
    const shown = title ?? (await site.titles([page])).get(page)!;
    const changed = await placeInNavigation(scene, page, shown, place);
    if (changed.length === 0) {
      throw new Refusal(
        `The navigation has no place beside ${other} that can be edited safely. See get_navigation, and choose another page or use edit_file on its file.`,
      );
    }
    return `${page} is in ${changed.join(', ')}.`;
  },
});

/** @throws Refusal when there is no navigation, or it cannot be read */
async function knownNavigations(workspace: Workspace): Promise<NavigationFile[]> {
  const all = await readNavigations(workspace, 'now');
  const known = all.filter(({ problem }) => problem === null);
  if (known.length > 0) return known;
  const [first] = all;
  throw new Refusal(
    first === undefined
      ? ownOrder
      : `The navigation in ${first.file} cannot be changed safely: ${first.problem}. Tell people what belongs there, in notVerified of finish.`,
  );
}

const ownOrder =
  'These docs keep no list of pages: pages order themselves, by their names or by front matter such as weight, order or sidebar_position.';
