import { textAttribute, type Element } from './element.ts';

/** Components that stand for a word of a sentence and name it. */
const words = /^(?:term|glossary\w*|definition|constant|variable|var|kbd|key|shortcut|word|product\w*)$/;

/** Components that tell since when something is there. */
const since = /^(?:since|added\w*|available\w*|introduced\w*|deprecated\w*|versionadded|minversion)$/;

/**
 * The words that a component without children stands for: `<Term id="data-warehouse" />` is "data warehouse",
 * `<Since v="4.0" />` is "Since 4.0". Null for other components.
 */
export function namedWords(element: Element, tag: string): string | null {
  if (element.children.length > 0) return null;
  if (since.test(tag)) {
    const version = textAttribute(element, 'v', 'version', 'since', 'in');
    const name = element.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
    return version === null ? null : `${name.charAt(0)}${name.slice(1).toLowerCase()} ${version}`;
  }
  if (!words.test(tag)) return null;
  const word = textAttribute(element, 'term', 'word', 'id', 'name', 'value', 'keys', 'k');
  return word !== null && /^[a-z\d]+(?:[-_][a-z\d]+)+$/.test(word) ? word.replaceAll(/[-_]/g, ' ') : word;
}
