import { collectLabels, type Labels } from '../../content/frameworks/sphinx-labels.ts';
import { normalName, makeId } from '../../content/rst/ids.ts';

/** Labels of pages that Sphinx generates. */
const builtIn = new Set(['genindex', 'modindex', 'py-modindex', 'search']);

/** A test for the labels that `:ref:` can name in a Sphinx project, with headings where autosectionlabel is on. */
export function labelTest(
  texts: ReadonlyMap<string, string>,
  namesSections: boolean,
): (label: string) => boolean {
  let known: { labels: Labels; headings: Set<string> } | null = null;
  const collect = () => {
    const labels: Labels = new Map();
    for (const [file, text] of texts)
      collectLabels(text.replaceAll('\r', ''), { file, docname: file, url: '' }, labels);
    const headings = [...labels.keys()].filter((key) => key.startsWith('heading:'));
    return { labels, headings: new Set(headings.map((key) => key.slice(key.lastIndexOf('#') + 1))) };
  };
  return (label) => {
    known ??= collect();
    const name = normalName(label);
    const heading = makeId(label.slice(label.lastIndexOf(':') + 1));
    return (
      builtIn.has(name) || known.labels.has(`ref:${name}`) || (namesSections && known.headings.has(heading))
    );
  };
}
