import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpackBuiltSite } from '../../../test/helpers/built-sites.ts';
import { listDocs, parseDocs } from '../read-docs.ts';
import { openFolder } from '../sources/folder.ts';
import { openBuild } from './open-build.ts';

type Expected = {
  /** The address of each published file, as the site serves it. */
  urls: Record<string, string>;
  /** The ids of the headings in the page on installing: the same title twice, code, and letters that are not ASCII. */
  install: string[];
  by: string[];
  unpublished?: string[];
};

const site = (base: string, ending: string, moved: string): Record<string, string> => ({
  index: `${base}/`,
  'guide/install': `${base}/guide/install${ending}`,
  'guide/moved': `${base}/${moved}`,
});

const sites: Record<string, Expected> = {
  mkdocs: {
    urls: site('https://docs.example.com/boats', '/', 'guide/moved/'),
    install: ['on-linux', 'packages', 'on-macos', 'packages_1', 'harbour-up-all', 'groe-der-strae'],
    by: ['edit-link'],
  },
  'mkdocs-plain': {
    urls: site('', '.html', 'guide/moved.html'),
    install: ['on-linux', 'packages', 'on-macos', 'packages_1', 'harbour-up-all', 'groe-der-strae'],
    by: ['map'],
  },
  sphinx: {
    urls: site('', '/', 'guide/moved/'),
    install: ['on-linux', 'packages', 'on-macos', 'id1', 'harbour-up-all', 'grosze-der-strasze'],
    by: ['map'],
  },
  hugo: {
    urls: site('https://docs.example.com', '/', 'ports/'),
    install: ['on-linux', 'packages', 'on-macos', 'packages-1', 'harbour-up---all', 'größe-der-straße'],
    by: ['map'],
    unpublished: ['content/guide/draft.md'],
  },
  jekyll: {
    urls: site('', '/', 'ports.html'),
    install: ['on-linux', 'packages', 'on-macos', 'packages-1', 'harbour-up---all', 'größe-der-straße'],
    by: ['text'],
    unpublished: ['guide/draft.md'],
  },
  asciidoctor: {
    urls: site('', '.html', 'guide/moved.html'),
    install: ['_on_linux', '_packages', '_on_macos', '_packages_2', '_harbour_up_all', '_größe_der_straße'],
    by: ['text'],
    unpublished: ['guide/draft.adoc'],
  },
  vitepress: {
    urls: site('/boats', '', 'ports/of-call'),
    install: ['on-linux', 'packages', 'on-macos', 'packages-1', 'harbour-up-all', 'große-der-straße'],
    by: ['edit-link'],
  },
  eleventy: {
    urls: site('', '/', 'ports/'),
    install: [
      'on-linux',
      'packages',
      'on-macos',
      'packages-1',
      'harbour-up---all',
      'gr%C3%B6%C3%9Fe-der-stra%C3%9Fe',
    ],
    by: ['text'],
    unpublished: ['docs/guide/draft.md'],
  },
  antora: {
    urls: site('https://docs.example.com/harbour/2.0', '/', 'guide/moved/'),
    install: ['_on_linux', '_packages', '_on_macos', '_packages_2', '_harbour_up_all', '_größe_der_straße'],
    by: ['edit-link'],
  },
  rspress: {
    urls: site('', '', 'guide/moved'),
    install: ['on-linux', 'packages', 'on-macos', 'packages-1', 'harbour-up---all', 'größe-der-straße'],
    by: ['text'],
  },
  docusaurus: {
    urls: site('https://docs.example.com/boats', '', 'ports'),
    install: ['on-linux', 'packages', 'on-macos', 'packages-1', 'harbour-up---all', 'größe-der-straße'],
    by: ['edit-link'],
    unpublished: ['docs/guide/draft.md'],
  },
  starlight: {
    urls: site('https://docs.example.com', '/', 'ports/'),
    install: ['on-linux', 'packages', 'on-macos', 'packages-1', 'harbour-up---all', 'größe-der-straße'],
    by: ['edit-link'],
    unpublished: ['src/content/docs/guide/draft.md'],
  },
};

for (const [name, { urls, install, by, unpublished = [] }] of Object.entries(sites))
  test(`every address and id of a site is as ${name} made it`, async (context) => {
    const { docs: folder, built, html } = await unpackBuiltSite(context, name);
    const build = await openBuild({ place: built, store: '', privateHosts: [] });
    const docs = await listDocs(await openFolder(folder), { built: build });
    const parsed = await Array.fromAsync(parseDocs(docs));
    const pages = parsed.flatMap((one) => one.pages);
    const found = pages.map(({ file, url }) => [
      /((?:guide\/)?\w+)\.\w+$/.exec(file)![1]!.replace('_index', 'index'),
      url,
    ]);
    assert.deepEqual(Object.fromEntries(found), urls);
    assert.deepEqual([...new Set([...docs.built!.pages.values()].map((match) => match.by))], by);
    assert.deepEqual(docs.built!.unpublished, unpublished);
    assert.deepEqual(docs.built!.unmatched, []);
    const { sections } = pages.find(({ file }) => /install\.\w+$/.test(file))!;
    assert.deepEqual(
      sections.flatMap(({ anchor }) => anchor ?? []),
      install,
    );
    const all = Object.values(html).join('\n');
    for (const { anchor } of pages.flatMap((page) => page.sections))
      assert.ok(anchor === null || all.includes(`id="${anchor.replaceAll('&', '&amp;')}"`), String(anchor));
  });
