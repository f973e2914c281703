import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Redirect } from '../../content/site/site-facts.ts';
import { checkHidden } from './check-addresses.ts';
import type { Site } from './checked-site.ts';

const site = (pages: string[], redirects: Redirect[]) =>
  ({ pages, redirects, address: (page: string) => page.replace('.md', '') }) as unknown as Site;

test('a redirect hides a new page, unless it only adds a slash or an ending', () => {
  const hidden = (to: string) => checkHidden(site(['a.md'], [{ from: '/a', to }]), site([], [])).length;
  assert.deepEqual(['/b', '/a', '/a/', '/a.html'].map(hidden), [1, 1, 0, 0]);
});
