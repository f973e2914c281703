import { textAttribute, type Element } from './element.ts';

const yes = new Set(['check', 'checkmark', 'tick']);
const no = new Set(['close', 'cancel', 'cross', 'x', 'xmark', 'times']);

/** Words that say how such an icon looks. */
const looks = new Set(
  'icon icons fa lu hi mark circle square outline outlined solid fill filled bold regular rounded heavy thin approve green red'.split(
    ' ',
  ),
);

/**
 * The sign that an icon stands for, as in tables of features: `<Check />`, `<XMarkIcon />`, `<Icon name="check" />`. Null
 * for other elements. https://lucide.dev/icons/ https://heroicons.com https://fontawesome.com/icons
 */
export function signOf(element: Element): string | null {
  if (element.children.length > 0 || !/^[A-Z]/.test(element.name)) return null;
  const isNamed = element.name === 'Icon';
  const name = isNamed ? textAttribute(element, 'icon', 'name') : element.name;
  const words = wordsOf(name ?? '');
  if (!words.every((word) => yes.has(word) || no.has(word) || looks.has(word))) return null;
  if (words.some((word) => yes.has(word))) return '✓';
  return words.some((word) => no.has(word)) ? '✗' : null;
}

/** `lucide:circle-check` and `CircleCheckIcon` as words. */
function wordsOf(name: string): string[] {
  return name
    .slice(name.lastIndexOf(':') + 1)
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
