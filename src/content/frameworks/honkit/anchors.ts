import { toString } from 'mdast-util-to-string';
import type { AnchorMaker } from '../../markdown/anchors.ts';

/** What is left out of an id. https://github.com/GitbookIO/github-slugid/blob/master/index.js */
const dropped = /[[\]!"'#$%&()*+,./:;<=>?@\\^_{|}~`©∑®†“”‘’∂ƒ™℠…œŒ˚ºª•∆∞♥]+/g;

/** HonKit: without ASCII punctuation but dashes, each space a dash, in lower case; equal headings have equal ids. */
export function honkitAnchors(): AnchorMaker {
  return (heading) =>
    toString(heading).replaceAll(dropped, '').replaceAll(' ', '-').toLowerCase().replace(/^-/, '');
}
