import { z } from 'zod';
import { defineTool } from './tool.ts';
import { removeFromNavigation } from '../change-navigation.ts';
import { readSite } from '../checks/read-site.ts';
import { leaveRedirect } from '../leave-redirect.ts';
import { Refusal } from '../refusal.ts';
import { isDocsFile } from '../../content/site/endings.ts';

export const writeFile = defineTool({
  name: 'write_file',
  description: 'Writes a whole file: for new pages. Change existing pages with edit_file.',
  input: z.object({ path: z.string(), content: z.string() }),
  summary: ({ path }) => path,
  async run({ path, content }, { workspace }) {
    const existed = workspace.has(path);
    await workspace.write(path, content.endsWith('\n') ? content : `${content}\n`);
    return existed ? `Wrote ${path} anew.` : `Made ${path}. Add it to the navigation if the docs have one.`;
  },
});

export const deleteFile = defineTool({
  name: 'delete_file',
  description:
    'Deletes a file, and removes a page from the navigation. `redirectTo` names the page that its readers are sent to. Links to it are left as they are: validate lists them.',
  input: z.object({ path: z.string(), redirectTo: z.string().optional() }),
  summary: ({ path }) => path,
  async run({ path, redirectTo }, { workspace }) {
    if (redirectTo !== undefined && (!isDocsFile(redirectTo) || !workspace.has(redirectTo)))
      throw new Refusal(`There is no page ${redirectTo} to send readers to.`);
    if (!isDocsFile(path)) {
      workspace.remove(path);
      return `Deleted ${path}.`;
    }
    const site = await readSite(workspace, 'now');
    const changed = await removeFromNavigation({ workspace, site }, path);
    workspace.remove(path);
    const after = await readSite(workspace, 'now');
    const redirect =
      redirectTo === undefined ? null : await leaveRedirect(workspace, [site, path], [after, redirectTo]);
    const from = changed.length === 0 ? '' : ` It is gone from ${changed.join(', ')}.`;
    return `Deleted ${path}.${from}${redirect === null ? '' : ` ${redirect}`}`;
  },
});

const maxLength = 40_000;

export const showDiff = defineTool({
  name: 'show_diff',
  description: 'Shows what this job has changed so far, as a unified diff.',
  input: z.object({}),
  summary: () => 'own changes',
  async run(_, { ownDiff }) {
    const diff = await ownDiff();
    if (diff === '') return 'Nothing is changed yet.';
    return diff.length > maxLength ? `${diff.slice(0, maxLength)}\n… cut` : diff;
  },
});
