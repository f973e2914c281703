import { markdownLink } from '../../assistant/citations.ts';
import type { ListedPage } from '../../retrieval/list-pages.ts';
import { cutLine, oneLine } from './one-line.ts';

const maxTitleLength = 200;
const maxDescriptionLength = 300;

/** A page of `llms-full.txt`: its title, its address, its text. */
export function fullPage({ title, url, markdown }: { title: string; url: string; markdown: string }): string {
  // The page's own title would be a duplicate.
  const body = markdown.replace(/^# [^\n]*\n*/, '');
  return `# ${titleText(title)}\nSource: ${url}\n\n${body.trim()}\n\n`;
}

/** The address of a page as Markdown. */
export function markdownAddress(path: string, pages: string): string {
  return `${pages}${encodedPath(path || 'index')}.md`;
}

export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** A page in a list. */
export function pageLine({ path, title, description }: ListedPage, pages: string): string {
  const link = pageLink({ path, title }, pages);
  return description === null ? `- ${link}` : `- ${link}: ${oneLine(description, maxDescriptionLength)}`;
}

export function pageLink({ path, title }: Pick<ListedPage, 'path' | 'title'>, pages: string): string {
  return markdownLink({ title: cutLine(title, maxTitleLength), url: markdownAddress(path, pages) });
}

/** A title as a heading has it. */
export function titleText(title: string): string {
  return oneLine(title, maxTitleLength);
}

/** The name of a folder without a page that would have its title. */
export function folderTitle(folder: string): string {
  const words = folder.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
