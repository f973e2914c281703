import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexedPage } from '../../retrieval/read-page.ts';
import { agentMarkdown } from './agent-markdown.ts';

test('each target of a page is looked up once, and no more than 5,000', async () => {
  const looked: string[] = [];
  const index = { page: (path: string) => void looked.push(path) };
  const lines = Array.from({ length: 6000 }, (_, i) => `[a](https-${i % 5500}) [b](other)`);
  const page = {
    url: 'https://docs.example/start',
    file: 'start.md',
    markdown: lines.join('\n'),
  } as IndexedPage;
  const scope = {
    index,
    groups: [],
    pages: 'https://api.example/pages/',
    list: 'https://api.example/llms.txt',
  };
  const text = await agentMarkdown(page, scope);
  assert.ok(looked.length <= 4 * 5000, `${looked.length} look-ups`);
  assert.equal(text.match(/\(https:\/\/docs\.example\/other\)/g)?.length, 6000);
  assert.ok(text.includes('[a](https-5400)'), 'what is beyond stays as written');
});
