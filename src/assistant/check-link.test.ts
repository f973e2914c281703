import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexedPage, IndexedSection } from '../retrieval/read-page.ts';
import { createLinkCheck } from './check-link.ts';

const url = 'https://docs.example/v2/guide';
const index = {
  page: (path: string) =>
    /^(\/?guide|https:\/\/docs\.example\/v2\/guide)([?#].*)?$/.test(path)
      ? ({ path: 'guide', url } as IndexedPage)
      : undefined,
  sections: () => [{ anchor: 'install' }] as IndexedSection[],
};
const check = createLinkCheck({ index, baseUrl: 'https://docs.example/v2', groups: undefined });

for (const [target, kind, expected] of [
  ['/guide', 'link', url],
  ['/guide#install', 'link', `${url}#install`],
  ['./guide', 'link', url],
  ['/guide#nowhere', 'link', url],
  ['/nowhere', 'link', null],
  [`${url}#install`, 'link', `${url}#install`],
  ['https://docs.example/v2/nowhere', 'link', null],
  ['//docs.example/v2/nowhere', 'link', null],
  ['https://docs.example/pricing', 'link', 'https://docs.example/pricing'],
  ['https://other.example/x', 'link', 'https://other.example/x'],
  ['mailto:help@docs.example', 'link', 'mailto:help@docs.example'],
  ['javascript:alert(1)', 'link', null],
  ['https://docs.example@evil.example/', 'link', null],
  ['JavaScript:alert(1)', 'link', null],
  ['data:text/html,x', 'link', null],
  ['file:///etc/passwd', 'link', null],
  ['/\\evil.example', 'link', null],
  ['https:\tevil', 'link', null],
  ['', 'link', null],
  ['/logo.png', 'image', '/logo.png'],
  ['https://docs.example/logo.png', 'image', 'https://docs.example/logo.png'],
  ['https://evil.example/logo.png', 'image', null],
  ['//evil.example/logo.png', 'image', null],
  ['/\\evil.example/logo.png', 'image', null],
  ['data:image/png;base64,AA', 'image', null],
  ['/logo.png?a=1&b=2', 'image', '/logo.png?a=1&b=2'],
  // Renderers read these as `https://evil.example/`, `//evil.example` and `javascript:`.
  ['&#104;ttps://evil.example/', 'image', null],
  ['&#x68;ttps://evil.example/', 'image', null],
  ['&#104ttps://evil.example/', 'image', null],
  ['/&sol;evil.example/', 'image', null],
  ['/&Tab;/evil.example/', 'image', null],
  ['/&bsol;evil.example/', 'image', null],
  ['https&colon;//evil.example/', 'image', null],
  ['https://docs.example&commat;evil.example/', 'link', null],
] as const) {
  test(`${kind} ${JSON.stringify(target)} → ${expected}`, () => assert.equal(check(target, kind), expected));
}
