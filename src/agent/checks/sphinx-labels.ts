import { normalName, makeId } from '../../content/rst/ids.ts';
import { type Checker, orNull } from './checker.ts';

/** Labels of pages that Sphinx generates. */
const builtIn = new Set(['genindex', 'modindex', 'py-modindex', 'search']);

/** A test for the labels that `:ref:` can name in a Sphinx project, with headings where autosectionlabel is on. */
export async function labelTest(
  texts: ReadonlyMap<string, string>,
  namesSections: boolean,
  checker: Checker,
): Promise<(label: string) => boolean> {
  const known = await orNull(checker.run('labels', '', [...texts]));
  // What takes too much to read says nothing about labels.
  if (known === null) return () => true;
  return (label) => {
    const name = normalName(label);
    const heading = makeId(label.slice(label.lastIndexOf(':') + 1));
    return (
      builtIn.has(name) || known.labels.has(`ref:${name}`) || (namesSections && known.headings.has(heading))
    );
  };
}
