import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachedTests } from './changed-tests.ts';

const sources = new Map(
  Object.entries({
    'src/main.ts': `import { serve } from './serve.ts';`,
    'src/serve.ts': `import type { Words } from './words.ts';\nconst at = entryPoint(new URL('./worker.ts', import.meta.url));`,
    'src/worker.ts': '',
    'src/words.ts': '',
    'src/words.test.ts': `import { words } from './words.ts';`,
    'src/content/frameworks/mkdocs/site.ts': '',
    'src/content/frameworks/hugo/site.ts': '',
    'src/content/detect.ts': `import './frameworks/mkdocs/site.ts';\nimport './frameworks/hugo/site.ts';`,
    'src/content/detect.test.ts': `import { detect } from './detect.ts';\ntest('Hugo');`,
    'src/content/mkdocs.test.ts': `const { detect } = await import('./detect.ts');\ntest('MkDocs');`,
    'bin/docent.js': `const sources = new URL('../src/main.ts', import.meta.url);`,
    'test/helpers/run.ts': `const command = join(root, 'bin/docent.js');`,
    'test/e2e/cli.test.ts': `import { run } from '../helpers/run.ts';`,
    'test/e2e/page.test.ts': `import { chromium } from 'playwright-core';`,
    'test/e2e/sites.test.ts': `const file = new URL(\`../fixtures/sites/\${name}.gz\`, import.meta.url);`,
    'test/house.test.ts': `globSync('docs/decisions/*.md');`,
    'web/widget/src/page.ts': '',
  }),
);
const house = 'test/house.test.ts';

test('a change reaches the tests that import it, start it or read it, and those of the house rules', () => {
  const cases: [changed: string, reached: string[]][] = [
    ['src/words.ts', ['src/words.test.ts']],
    ['src/words.test.ts', ['src/words.test.ts']],
    ['src/worker.ts', ['test/e2e/cli.test.ts']],
    ['bin/docent.js', ['test/e2e/cli.test.ts']],
    ['web/widget/src/page.ts', ['test/e2e/page.test.ts']],
    ['web/widget/src/page.css', ['test/e2e/page.test.ts']],
    ['test/fixtures/sites/hugo.gz', ['test/e2e/sites.test.ts']],
    ['docs/decisions/one.md', []],
    ['README.md', []],
  ];
  for (const [changed, reached] of cases)
    assert.deepEqual(reachedTests(sources, [changed]), [...reached, house].sort(), changed);
  assert.deepEqual(reachedTests(sources, []), []);
});

test('a framework reaches the tests that speak of it, and what is beside all folders reaches all', () => {
  assert.deepEqual(reachedTests(sources, ['src/content/frameworks/mkdocs/site.ts']), [
    'src/content/mkdocs.test.ts',
    house,
  ]);
  const all = [...sources.keys()].filter((path) => path.endsWith('.test.ts')).sort();
  assert.deepEqual(reachedTests(sources, ['README.md', 'package-lock.json']), all);
});
