import { decodedPath } from '../../lib/decoded-path.ts';
import { countedAnchors, type AnchorMaker, type ComponentAnchors } from './anchors.ts';
import { textAttribute } from './element.ts';
import { smartText } from './smart-text.ts';
import { spelledSlug } from './spelled-slug.ts';

/**
 * Mintlify, by the code of `@mintlify/common`: what is plain in URLs but no letter, digit or `_` is a dash, other
 * punctuation and emoji go, `&`, `/`, `+`, curly quotes and letters of every script stay; duplicates `-2`.
 * https://mintlify.com/docs/create/text#automatic-anchor-ids
 */
export function mintlifyAnchors(): AnchorMaker {
  return countedAnchors((heading) => headingId(smartText(heading)), 2);
}

/**
 * Anchors of components come from their titles, those of fields are `param-` and their names; the second tab of a title is
 * `-2`, the second accordion and field `-1`.
 */
export const mintlifyComponentAnchors: ComponentAnchors = (element, countBefore) => {
  const { name: component } = element;
  const numbered = (id: string, first: number): string => {
    const count = countBefore(`${component} ${id}`);
    return count === 0 ? id : `${id}-${count + first - 1}`;
  };
  const title = textAttribute(element, 'title', 'label');
  switch (component) {
    case 'Accordion':
    case 'View':
      return title === null ? [] : [numbered(componentId(title), 1)];
    case 'Tab':
      return title === null ? [] : [numbered(headingId(title), 2)];
    case 'Expandable':
    case 'Step':
    case 'Update':
      return title === null ? [] : [headingId(title)];
    case 'Param':
    case 'ParamField':
    case 'ResponseField': {
      const name = textAttribute(element, 'query', 'path', 'body', 'header', 'name');
      if (name === null) return [];
      const old = component === 'ResponseField' ? 'response' : 'param';
      return [numbered(componentId(`param-${words(name)}`), 1), componentId(`${old}-${name}`)];
    }
    default:
      return [];
  }
};

/** A link's target with its fragment as Mintlify's own check of links reads it: without the punctuation that ids lose. */
export function mintlifyLink(target: string): string {
  const at = target.indexOf('#');
  if (at < 0 || /^[a-z][a-z\d+.-]*:/i.test(target)) return target;
  return target.slice(0, at + 1) + decodedPath(target.slice(at + 1)).replaceAll(/[?,;:!'"()[\]{}]/g, '');
}

const emoji =
  /\p{Emoji_Modifier}|\p{Emoji_Modifier_Base}|\p{Emoji_Presentation}|\p{Extended_Pictographic}|\u200D|\uFE0E|\uFE0F/gu;

function headingId(text: string): string {
  return withoutOwnLetters(
    text
      .toLowerCase()
      .trim()
      .replaceAll(/[\s.!~*'()-]+/g, '-'),
  )
    .replaceAll(/^[-_]+|(?<!-)-+$/g, '')
    .replaceAll(/[?,;:"[\]{}]/g, '')
    .replaceAll(emoji, '');
}

function componentId(text: string): string {
  return withoutOwnLetters(spelledSlug(text));
}

/** `what-s-new` is `whats-new`. */
function withoutOwnLetters(text: string): string {
  return text.replaceAll(/([a-z\d])-([ts])(?=-|$)/g, '$1$2');
}

/** `userId` is two words. */
function words(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-rt-z\d])/g, '$1 $2');
}
