import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectOf } from '../../../../test/helpers/deployment.ts';
import { startWebSite } from '../../../../test/helpers/web-site.ts';

const names = ['Copy', 'Move', 'Delete', 'List', 'Watch', 'Sync'];

/** A page of a generator that nobody knows: no element says what is content. */
const page = (name: string, at: number, content: string): string => `<html><head>
  <title>${name} - Manual (version 2)</title></head><body>
  <h1>Files</h1><div><p>Small. Fast.</p><ul><li><a href="index.html">Home</a></li><li><a href="all.html">All</a></li></ul></div>
  <p><a href="${names[at - 1]}.html">‹ Before</a> <a href="${names[at + 1]}.html">After ›</a></p>
  <h2 id="${name.toLowerCase()}">${name}</h2><p>Stability: stable</p>
  <ul><li><a href="#${name}">${name}</a></li><li><a href="#x">Places</a></li><li><a href="#y">Errors</a></li></ul>${content}
  <table><tr><td><a href="index.html">Top</a></td><td>[<a href="all.html">Index</a>]</td></tr></table>
  <h3>Errors</h3><p>None of ${name}.</p>
  <p>Made on 2026-11-0${at} by docs 1.${at}.</p></body></html>`;

test('What most pages of an unknown site have in common is not in their text, nor in their titles', async (context) => {
  const web = await startWebSite(context, () => ({
    '/docs/':
      '<meta http-equiv="refresh" content="0; url=latest/"><title>Moved</title><p>Moved to latest.</p>',
    '/docs/latest/': '<frameset><frame src="menu.html"><frame src="start.html"></frameset>',
    '/docs/latest/menu.html': `<title>Menu</title><a href="all.html">All</a> ${names.map((name) => `<a href="${name}.html">${name}</a>`).join(' ')}`,
    '/docs/latest/start.html': '<title>Manual (version 2)</title><p>Of files and folders.</p>',
    '/docs/latest/all.html': `<h1>Index</h1>${Array.from({ length: 300 }, (_, at) => `<a href="Copy.html#x${at}">copy ${at}</a>`).join(', ')}`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `/docs/latest/${name}.html`,
        page(
          name,
          at,
          `<p>How to ${name.toLowerCase()}.</p><div class="sidebar"><p>A box of ${name}.</p></div><dl><div id="force"><dt>--force</dt><dd>${name} it.</dd></div></dl>`,
        ),
      ]),
    ),
  }));
  const site = await projectOf(context, [{ kind: 'site', url: `${web.url}/docs/` }], {
    privateHosts: ['127.0.0.1'],
  });
  await site.deploy();
  const pages = await site.pages();
  assert.deepEqual(
    [...pages].map(([path, { title }]) => [path, title]).sort(),
    [
      ...names.map((name) => [`latest/${name}.html`, name]),
      ['latest/menu.html', 'Menu'],
      ['latest/start.html', 'Manual (version 2)'],
    ].sort(),
  );
  assert.equal(
    pages.get('latest/Copy.html')?.markdown,
    '# Copy\n\n## Copy\n\nStability: stable\n\nHow to copy.\n\nA box of Copy.\n\n**--force**\n\nCopy it.\n\n### Errors\n\nNone of Copy.',
  );
});
