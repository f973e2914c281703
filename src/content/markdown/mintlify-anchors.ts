import { toString } from 'mdast-util-to-string';
import { countedAnchors, type AnchorMaker } from './anchors.ts';
import { textAttribute, type Element } from './element.ts';

/**
 * Mintlify: no accents, no leading `_`; a straight apostrophe becomes a curly one; `&`, `/` and `_` stay; other
 * characters except letters and digits become `-`; duplicates `-2`. https://mintlify.com/docs/create/text#automatic-anchor-ids
 */
export function mintlifyAnchors(): AnchorMaker {
  return countedAnchors((heading) => slugify(toString(heading)), '-', 2);
}

/** Anchors of accordions, steps and tabs come from their titles, those of fields are `param-` and their names. */
export function mintlifyComponentAnchors(element: Element): string[] {
  const title = textAttribute(element, 'title', 'label');
  switch (element.name) {
    case 'Accordion':
    case 'Expandable':
    case 'Step':
    case 'Tab':
    case 'Update':
      return title === null ? [] : [slugify(title)];
    case 'ParamField':
    case 'ResponseField': {
      const name = textAttribute(element, 'name', 'path', 'query', 'body', 'header');
      const prefix = element.name === 'ParamField' ? 'param' : 'response';
      return name === null ? [] : [`${prefix}-${slugify(name)}`];
    }
    default:
      return [];
  }
}

function slugify(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036F]/g, '')
      // Only Latin letters lose their accents; marks of other scripts (が, 각) are part of the letter.
      .normalize('NFC')
      .toLowerCase()
      .replaceAll("'", '’')
      .replaceAll(/[^\p{L}\p{N}_&/’]+/gu, '-')
      .replaceAll(/^[-_]+|-+$/g, '')
  );
}
