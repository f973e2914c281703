import { z } from 'zod';
import { readSite } from '../checks/read-site.ts';
import { listPageTitles } from '../page-titles.ts';
import { defineTool } from './tool.ts';

const maxPages = 400;

export const listPages = defineTool({
  name: 'list_pages',
  description: 'Lists the pages of the site with titles and addresses, as they are with your changes.',
  input: z.object({ under: z.string().max(500).default('') }),
  summary: ({ under }) => under || 'all pages',
  async run({ under }, { workspace, checker }) {
    const site = await readSite(workspace, checker, 'now');
    const folder = under.replace(/^\.?\/|\/$/g, '');
    const pages = site.pages.filter((page) => folder === '' || page.startsWith(`${folder}/`));
    const titles = listPageTitles(site, pages.slice(0, maxPages));
    const rest =
      pages.length > maxPages ? `\n… and ${pages.length - maxPages} more: narrow it with \`under\`.` : '';
    return titles.map(({ file, title, address }) => `${file} — ${title} (/${address})`).join('\n') + rest;
  },
});
