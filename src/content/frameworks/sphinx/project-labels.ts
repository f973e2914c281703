import { makeId, normalName } from '../../rst/ids.ts';
import { collectLabels, type Labels } from './labels.ts';

/** The labels of a project's pages, which links of any page may name, and the ids of its headings. */
type ProjectLabels = { labels: Set<string>; headings: Set<string> };

/** @param texts all pages, by file */
export function listLabels(texts: readonly [file: string, text: string][]): ProjectLabels {
  const found: Labels = new Map();
  for (const [file, text] of texts)
    collectLabels(text.replaceAll('\r', ''), { file, docname: file, url: '' }, found);
  const headings = [...found.keys()].filter((key) => key.startsWith('heading:'));
  return {
    labels: new Set(found.keys()),
    headings: new Set(headings.map((key) => key.slice(key.lastIndexOf('#') + 1))),
  };
}

/** Labels of pages that Sphinx generates. */
const builtIn = new Set(['genindex', 'modindex', 'py-modindex', 'search']);

/** @param namesSections whether the extension autosectionlabel makes headings into labels */
export function hasLabel(
  { labels, headings }: ProjectLabels,
  label: string,
  namesSections: boolean,
): boolean {
  const name = normalName(label);
  const heading = makeId(label.slice(label.lastIndexOf(':') + 1));
  return builtIn.has(name) || labels.has(`ref:${name}`) || (namesSections && headings.has(heading));
}
