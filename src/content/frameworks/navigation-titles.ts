import { asText, walkObjects } from '../config/values.ts';
import { joinPath } from '../site/paths.ts';
import { withoutAnyEnding } from '../site/endings.ts';

/**
 * The titles of pages in a navigation, by path: every `{text|label|title, link|slug|href}` at any depth.
 */
export function navigationTitles(navigation: unknown): Map<string, string> {
  const titles = new Map<string, string>();
  walkObjects(navigation, ({ text, label = text, title = label, link, slug = link, href = slug }) => {
    const [name, path] = [asText(title), asText(href)];
    if (name === null || path === null || path.includes(':')) return;
    const key = joinPath(withoutAnyEnding(path.replace(/[#?].*/s, '').replace(/(?:^|\/)index$/, '')));
    if (!titles.has(key)) titles.set(key, name);
  });
  return titles;
}
