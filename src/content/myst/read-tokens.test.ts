import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokenizer, tokensToMyst } from 'myst-parser';
import { type MystNode, readTokens } from './read-tokens.ts';
import { readMyst } from './tokenize-myst.ts';

const tokenizer = createTokenizer({
  extensions: { frontmatter: false, smartquotes: false, citations: false, math: true },
});

const sources = {
  lists: '- [ ] one\n- [x] two\n  % comment\n  three\n\n3. a\n4. b\n\n   ![single](a.png)\n\n   <b>c</b>\n',
  marks:
    '(label)=\n# A *title* {ref}`to <there>`\n\n+++\n\nA ~~line~~\nand [link](a.md "t")\\\nthe next $x$ `y`\n\n---\n',
  tables: '| a | b |\n|---|--:|\n| `c` | ![d](e.png) |\n\nTerm\n: What it *is*\n\n$$\nx = y\n$$ (eq)\n',
  footnotes: 'Here[^one] and there[^two].\n\n[^one]: A note.\n[^two]:\n',
  directives:
    'Before [a link].\n\n:::{note} A *title*\n:class: wide\n\n```{code-block} python\nprint()\n```\n\n[a link]: x.md\n:::\n\n{sub}`2` after\n',
  errors:
    '```{figure} a.png\n---\nwidth: [\n---\n```\n\n{not a role .x .y 1}`text` <span>\n\n<div>\n\ntext\n',
};

for (const [name, source] of Object.entries(sources)) {
  test(`MyST's ${name} are read as myst-parser reads them`, () => {
    const theirs = tokensToMyst(source, tokenizer.parse(source, {}));
    const same = JSON.stringify(tidy(theirs.children as MystNode[]));
    assert.equal(JSON.stringify(tidy(readMyst(source))), same);
    assert.equal(JSON.stringify(tidy(readTokens(tokenizer.parse(source, {})))), same);
  });
}

test('Braces that are no roles take no longer than other text', () => {
  const braces = '{'.repeat(300_000);
  assert.deepEqual(readMyst(braces), [{ type: 'paragraph', children: [{ type: 'text', value: braces }] }]);
});

/** What pages use of each node. */
const used: (keyof MystNode)[] = [
  ...([
    'type',
    'name',
    'value',
    'args',
    'options',
    'label',
    'identifier',
    'url',
    'title',
    'alt',
    'lang',
  ] as const),
  ...(['depth', 'ordered', 'start', 'spread', 'checked'] as const),
];
const usedOf: Record<string, (keyof MystNode)[]> = {
  comment: ['type'],
  mystRoleError: ['type'],
  math: ['type', 'value'],
};

/** As pages see a tree: without the insides of directives, and with single images out of their paragraphs. */
function tidy(nodes: MystNode[]): object[] {
  return nodes.flatMap((node): object[] => {
    const { type, children } = node;
    if (type === 'block') return tidy(children ?? []);
    if (type === 'blockBreak') return [];
    if (type === 'paragraph' && children?.length === 1 && children[0]!.type === 'image')
      return tidy(children);
    const shown = (usedOf[type] ?? used).flatMap((key) => (node[key] ? [[key, node[key]]] : []));
    const inside = children === undefined || type.startsWith('myst') ? {} : { children: tidy(children) };
    return [{ ...Object.fromEntries(shown), ...inside }];
  });
}
