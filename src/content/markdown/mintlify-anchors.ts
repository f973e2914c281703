import { countedAnchors, type AnchorMaker } from './anchors.ts';
import { textAttribute, type Element } from './element.ts';
import { smartText } from './smart-text.ts';
import { spelledSlug } from './spelled-slug.ts';

/**
 * Mintlify, by the code of `@mintlify/common`: what is plain in URLs but no letter, digit or `_` is a dash, other
 * punctuation and emoji go, `&`, `/`, `+`, curly quotes and letters of every script stay; duplicates `-2`.
 * https://mintlify.com/docs/create/text#automatic-anchor-ids
 */
export function mintlifyAnchors(): AnchorMaker {
  return countedAnchors((heading) => headingId(smartText(heading)), '-', 2);
}

/** Anchors of components come from their titles, those of fields are `param-` and their names. */
export function mintlifyComponentAnchors(element: Element): string[] {
  const title = textAttribute(element, 'title', 'label');
  switch (element.name) {
    case 'Accordion':
    case 'View':
      return title === null ? [] : [componentId(title)];
    case 'Expandable':
    case 'Step':
    case 'Tab':
    case 'Update':
      return title === null ? [] : [headingId(title)];
    case 'Param':
    case 'ParamField':
    case 'ResponseField': {
      const name = textAttribute(element, 'query', 'path', 'body', 'header', 'name');
      if (name === null) return [];
      const old = element.name === 'ResponseField' ? 'response' : 'param';
      return [componentId(`param-${words(name)}`), componentId(`${old}-${name}`)];
    }
    default:
      return [];
  }
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
    .replaceAll(/^[-_]+|-+$/g, '')
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
