import { collectLabels, type Labels } from '../../content/frameworks/sphinx/labels.ts';

/** The labels of a Sphinx project, and the ids of its headings. */
export type ProjectLabels = { labels: Set<string>; headings: Set<string> };

/** @param texts all pages, by file */
export function listLabels(_path: string, texts: [file: string, text: string][]): ProjectLabels {
  const found: Labels = new Map();
  for (const [file, text] of texts)
    collectLabels(text.replaceAll('\r', ''), { file, docname: file, url: '' }, found);
  const headings = [...found.keys()].filter((key) => key.startsWith('heading:'));
  return {
    labels: new Set(found.keys()),
    headings: new Set(headings.map((key) => key.slice(key.lastIndexOf('#') + 1))),
  };
}
