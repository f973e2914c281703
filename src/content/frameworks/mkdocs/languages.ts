import { folderOf } from '../../site/paths.ts';

/** The docs folder that holds one `mkdocs.yml` per language, as in `docs/en/mkdocs.yml`. */
type LanguageSite = { language: string; root: string };

/**
 * Sites with one configuration per language, side by side: that of the main language, and the folders of the others.
 */
export function languageSites(configs: string[]): { main: string; others: LanguageSite[] } | null {
  const [first] = configs;
  if (first === undefined) return null;
  const parent = folderOf(folderOf(first));
  const beside = configs.filter((file) => folderOf(folderOf(file)) === parent && folderOf(file) !== '');
  const sites = beside.map((file) => ({ file, root: folderOf(file), language: lastOf(folderOf(file)) }));
  const isLanguages =
    sites.length > 1 &&
    sites.some(({ file }) => file === first) &&
    sites.every(({ language }) => /^[a-z]{2,3}(?:-\w{2,4})?$/i.test(language));
  if (!isLanguages) return { main: first, others: [] };
  const main = sites.find(({ language }) => language === 'en') ?? sites[0]!;
  return { main: main.file, others: sites.filter((one) => one !== main) };
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
