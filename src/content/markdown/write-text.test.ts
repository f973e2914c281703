import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PhrasingContent, Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { writeMarkdown } from './write-markdown.ts';

const pieces =
  'a|Ab|s|w|www|http|https|p|1|12|1.|2)| |  |\n|\n\n|\t|.|,|;|:|://|/|!|?|(|)|[|]|{|}|*|**|_|__|`|~|~~|#|##|+|-|--|=|==|>|<|<b>|&|&amp;|@|me@x.y|www.x.y|\\|$|%|^|"|\'|é|日本|🎉|-|:-'
    .split('|')
    .concat('|');

/** A generator with a seed, so that a failure can be repeated (Mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('Text is written exactly as the library writes it, next to anything and anywhere', () => {
  const next = random(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;
  const words = (): string => Array.from({ length: 1 + Math.floor(next() * 5) }, () => pick(pieces)).join('');
  const text = (): PhrasingContent => ({ type: 'text', value: words() });
  const inline = (): PhrasingContent =>
    pick<() => PhrasingContent>([
      text,
      () => ({ type: 'inlineCode', value: 'x' }),
      () => ({ type: 'emphasis', children: [text()] }),
      () => ({ type: 'strong', children: [text()] }),
      () => ({ type: 'link', url: 'https://a.b', children: [text()] }),
      () => ({ type: 'image', url: 'a.png', alt: words() }),
      () => ({ type: 'break' }),
      () => ({ type: 'footnoteReference', identifier: 'n' }),
    ])();
  for (let round = 0; round < 8_000; round += 1) {
    const children = Array.from({ length: 1 + Math.floor(next() * 3) }, inline);
    const paragraph = { type: 'paragraph' as const, children };
    const block = pick<Root['children'][number]>([
      paragraph,
      { type: 'heading', depth: 2, children },
      { type: 'list', ordered: true, children: [{ type: 'listItem', children: [paragraph] }] },
      { type: 'blockquote', children: [paragraph] },
      { type: 'table', children: [{ type: 'tableRow', children: [{ type: 'tableCell', children }] }] },
    ]);
    const root: Root = { type: 'root', children: [block] };
    const wanted = toMarkdown(root, {
      bullet: '-',
      rule: '-',
      fences: true,
      incrementListMarker: true,
      extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    });
    assert.equal(writeMarkdown(root), wanted, JSON.stringify(children));
  }
});
