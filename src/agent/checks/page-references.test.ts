import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPageReferences } from './page-references.ts';

const page = `import Part, { Other as Name } from './part.mdx'
import * as All from 'all'
export { shown } from './shown.js'
export function Price({ cost, ...rest }) {
  for (const one of cost) { each: try { one() } catch (error) { break each } }
  return <Inner.Part a={rest} {...given}>{deep}</Inner.Part>
}

<Part a={user.name} /> <Name/> <All.Part/> <Missing.Part/> <b/>

{Price} {({ key: value, short, [computed]: 1 })} {list?.[nth].length}
`;

test('names that a page imports or declares in any way are known, all others that it uses are not', () => {
  const { imports, undeclared } = listPageReferences('a.mdx', page, false);
  assert.deepEqual(
    imports.map(({ source }) => source),
    ['./part.mdx', 'all', './shown.js'],
  );
  assert.deepEqual(undeclared.map(({ name, kind }) => `${kind} ${name}`).sort(), [
    'component Inner',
    'component Missing',
    ...['computed', 'deep', 'given', 'list', 'nth', 'short', 'user', 'value'].map(
      (name) => `variable ${name}`,
    ),
  ]);
});

test('Markdown has references only where its site compiles it', () => {
  assert.deepEqual(listPageReferences('a.md', page, false), { imports: [], undeclared: [] });
  assert.equal(listPageReferences('a.md', page, true).imports.length, 3);
});
