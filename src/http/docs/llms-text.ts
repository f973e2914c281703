import { markdownLink } from '../../assistant/citations.ts';
import type { ListedPage } from '../../retrieval/list-pages.ts';

const maxDescriptionLength = 300;

type Site = {
  name: string;
  /** The base address of the pages as Markdown; a page's path and `.md` complete it. */
  pages: string;
};

/** A list of the docs for language models, one link per page, grouped by the site's folders. https://llmstxt.org */
export function llmsText({ name, pages }: Site, listed: readonly ListedPage[]): string {
  const titles = new Map(listed.map(({ path, title }) => [path, title]));
  const folders = Map.groupBy(listed, ({ path }) => (path.includes('/') ? path.split('/')[0]! : ''));
  const parts = [...folders].map(([folder, inside]) => {
    const title = folder === '' ? 'Docs' : (titles.get(folder) ?? titleOf(folder));
    return `## ${oneLine(title)}\n\n${inside.map((page) => lineOf(page, pages)).join('\n')}`;
  });
  return [
    `# ${oneLine(name)}`,
    `> The docs of ${oneLine(name)}. Each link is a page as Markdown.`,
    ...parts,
    '',
  ].join('\n\n');
}

/** A page of `llms-full.txt`: its title, its address, its text. */
export function fullPage({ title, url, markdown }: { title: string; url: string; markdown: string }): string {
  // The page's own title would be a duplicate.
  const body = markdown.replace(/^# [^\n]*\n*/, '');
  return `# ${oneLine(title)}\nSource: ${url}\n\n${body.trim()}\n\n`;
}

/** The address of a page as Markdown. */
function markdownAddress(path: string, pages: string): string {
  return `${pages}${(path || 'index').split('/').map(encodeURIComponent).join('/')}.md`;
}

function lineOf({ path, title, description }: ListedPage, pages: string): string {
  const link = markdownLink({ title, url: markdownAddress(path, pages) });
  return description === null
    ? `- ${link}`
    : `- ${link}: ${oneLine(description).slice(0, maxDescriptionLength)}`;
}

function titleOf(folder: string): string {
  const words = folder.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
