import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packSource, unpackSource } from './packed-source.ts';

test('A source comes back as it was written, and takes little where the page is as it was written', () => {
  const prose = Array.from({ length: 400 }, (_, at) => `Line ${at} of the page is here 🎉.`).join('\n\n');
  for (const [source, markdown] of [
    [`---\ntitle: A\n---\n\n${prose}\n`, `# A\n\n${prose}`],
    [`\uFEFF${prose}\r\n \n`, prose],
    [`import A from './a'\n\n${prose.replaceAll('the page', '{page}')}`, prose],
    ['\ud83c', '\ud83d\udf89'],
    ['x\udf89', '\ud83d\udf89'],
    ['', '# Empty'],
    ['Whole', ''],
  ] as const)
    assert.equal(unpackSource(packSource(source, markdown), markdown), source);
  assert.ok(packSource(`---\ntitle: A\n---\n\n${prose}\n`, `# A\n\n${prose}`).length < 60);
  const changed = prose.replaceAll('the page', '{page}');
  assert.ok(packSource(changed, prose).length < changed.length / 4);
});
