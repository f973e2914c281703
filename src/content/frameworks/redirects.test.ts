import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { onlySitePartsDiffer } from '../../agent/checks/site-parts.ts';
import type { Place } from '../navigation/site-file.ts';
import { addRedirect, redirectFiles } from './site-files.ts';

const place = (path: string, ending: string): Place => ({
  url: `/${path}/`,
  fullUrl: `/base/${path}/`,
  file: path + ending,
});

type Case = { framework: string; path: string; text: string; becomes: string; ending?: string };

const cases: Case[] = [
  {
    framework: 'mintlify',
    path: 'docs.json',
    text: '{\n  "redirects": [\n    {\n      "source": "/older",\n      "destination": "/old/page/"\n    }\n  ]\n}\n',
    becomes:
      '{\n  "redirects": [\n    {\n      "source": "/older",\n      "destination": "/new/page/"\n    },\n    {\n      "source": "/old/page/",\n      "destination": "/new/page/"\n    }\n  ]\n}\n',
  },
  {
    framework: 'mintlify',
    path: 'docs.json',
    text: '{\n  "name": "Docs"\n}\n',
    becomes:
      '{\n  "name": "Docs",\n  "redirects": [{ "source": "/old/page/", "destination": "/new/page/" }]\n}\n',
  },
  {
    framework: 'docusaurus',
    path: 'docusaurus.config.js',
    text: `export default {\n  title: 'D',\n  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [\n    { from: '/a', to: '/b' },\n  ] }]],\n};\n`,
    becomes: `export default {\n  title: 'D',\n  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [\n    { from: '/a', to: '/b' },\n    { from: '/old/page/', to: '/new/page/' },\n  ] }]],\n};\n`,
  },
  {
    framework: 'starlight',
    path: 'astro.config.mjs',
    text: `export default defineConfig({\n\tsite: 'https://example.com',\n\tredirects: {\n\t\t'/a': '/old/page',\n\t},\n});\n`,
    becomes: `export default defineConfig({\n\tsite: 'https://example.com',\n\tredirects: {\n\t\t'/a': '/new/page/',\n\t\t'/old/page/': '/new/page/',\n\t},\n});\n`,
  },
  {
    framework: 'mkdocs',
    path: 'mkdocs.yml',
    text: 'site_name: D\nplugins:\n  - search\n  - redirects:\n      redirect_maps:\n        "a.md": "old/page.md" # kept\nnav: []\n',
    becomes:
      'site_name: D\nplugins:\n  - search\n  - redirects:\n      redirect_maps:\n        "a.md": "new/page.md" # kept\n        "old/page.md": "new/page.md"\nnav: []\n',
  },
  {
    framework: 'gitbook',
    path: '.gitbook.yaml',
    text: 'root: ./\n',
    becomes: "root: ./\n\nredirects:\n  'old/page': 'new/page.md'\n",
  },
  {
    framework: 'mdbook',
    path: 'book.toml',
    text: '[book]\ntitle = "D"\n\n[output.html.redirect]\n"/a.html" = "b.html"\n\n[build]\nx = 1\n',
    becomes:
      '[book]\ntitle = "D"\n\n[output.html.redirect]\n"/a.html" = "b.html"\n"/old/page.html" = "../new/page.html"\n\n[build]\nx = 1\n',
  },
  {
    framework: 'sphinx',
    path: 'docs/conf.py',
    text: 'import os\nextensions = ["sphinx_reredirects"]\nredirects = {\n    "a": "b.html"\n}\nx = 1\n',
    becomes:
      'import os\nextensions = ["sphinx_reredirects"]\nredirects = {\n    "a": "b.html",\n    "old/page": "../new/page.html",\n}\nx = 1\n',
    ending: '.rst',
  },
  {
    framework: 'sphinx',
    path: 'docs/redirects.txt',
    text: '# moved pages\na.rst "b c.rst"\n',
    becomes: '# moved pages\na.rst "b c.rst"\nold/page.rst new/page.rst\n',
    ending: '.rst',
  },
  {
    framework: 'plain',
    path: 'public/_redirects',
    text: '/a /b 301\n/* /404 404\n',
    becomes: '/a /b 301\n/base/old/page/ /base/new/page/ 301\n/* /404 404\n',
  },
  {
    framework: 'plain',
    path: 'vercel.json',
    text: '{ "cleanUrls": true, "redirects": [{ "source": "/a", "destination": "/b", "permanent": true }] }\n',
    becomes:
      '{ "cleanUrls": true, "redirects": [{ "source": "/a", "destination": "/b", "permanent": true }, { "source": "/base/old/page/", "destination": "/base/new/page/", "permanent": true }] }\n',
  },
  {
    framework: 'plain',
    path: 'netlify.toml',
    text: '[build]\npublish = "x"\n\n[[redirects]]\n  from = "/*"\n  to = "/404"\n',
    becomes:
      '[build]\npublish = "x"\n\n[[redirects]]\n  from = "/base/old/page/"\n  to = "/base/new/page/"\n  status = 301\n\n[[redirects]]\n  from = "/*"\n  to = "/404"\n',
  },
];

const inPages: Case[] = [
  {
    framework: 'hugo',
    path: 'a.md',
    text: '---\ntitle: A\n---\nx\n',
    becomes: '---\ntitle: A\naliases:\n  - /old/page/\n---\nx\n',
  },
  {
    framework: 'hugo',
    path: 'a.md',
    text: '---\naliases: [/a/]\n---\n',
    becomes: '---\naliases: [/a/, "/old/page/"]\n---\n',
  },
  {
    framework: 'hugo',
    path: 'a.md',
    text: '+++\ntitle = "A"\n+++\n',
    becomes: '+++\naliases = ["/old/page/"]\ntitle = "A"\n+++\n',
  },
  {
    framework: 'jekyll',
    path: 'a.md',
    text: '---\nredirect_from: /a/\n---\n',
    becomes: '---\nredirect_from:\n  - /a/\n  - /old/page/\n---\n',
  },
  {
    framework: 'jekyll',
    path: 'a.md',
    text: '---\nredirect_from:\n- /a/\n---\n',
    becomes: '---\nredirect_from:\n- /a/\n- /old/page/\n---\n',
  },
];

const added = ({ framework, path, text, ending = '.md' }: Case) =>
  redirectFiles(framework).flatMap(({ fits }, nth) =>
    fits.test(path)
      ? [addRedirect(path, text, framework, nth, [place('old/page', ending), place('new/page', ending)])]
      : [],
  )[0];

describe('redirects of each framework and host', () => {
  for (const one of [...cases, ...inPages]) {
    test(`${one.framework}, ${one.path}: ${one.text.slice(0, 30).replaceAll('\n', ' ')}`, () => {
      assert.equal(added(one), one.becomes);
    });
  }

  test('page-aliases of Antora name the module when the page left it', () => {
    const from = { ...place('', ''), file: 'modules/ROOT/pages/a.adoc' };
    const to = { ...place('', ''), file: 'modules/api/pages/a.adoc' };
    const text = '= Title\n:x: y\n';
    assert.equal(
      addRedirect('a.adoc', text, 'antora', 0, [from, to]),
      '= Title\n:page-aliases: ROOT:a.adoc\n:x: y\n',
    );
  });

  test('what is not written out is left alone', () => {
    const yaml = 'plugins: [search]\n';
    assert.equal(added({ framework: 'mkdocs', path: 'mkdocs.yml', text: yaml, becomes: '' }), null);
  });

  test('each of these is a change of redirects alone, and nothing else passes for one', () => {
    for (const { path, text, becomes } of cases) {
      assert.equal(onlySitePartsDiffer(path, text, becomes), true, path);
      const other = becomes.replace(
        /"?(?:name|title|site|cleanUrls|publish)"?\s*[:=]\s*|import os|root: |site_name: /,
        (found) => `${found}1 `,
      );
      if (other !== becomes) assert.equal(onlySitePartsDiffer(path, text, other), false, other);
    }
    for (const [path, before, after] of [
      ['conf.py', 'redirects = {\n}\n', 'redirects = {\n    "a": __import__("os").getcwd(),\n}\n'],
      ['conf.py', 'redirects = {\n}\n', 'redirects = {\n    "a": "https://evil.test",\n}\n'],
      ['mkdocs.yml', 'nav: []\n', 'nav:\n  - !!python/object/apply:os.system [id]\n'],
      ['sidebars.js', 'module.exports = []', 'module.exports = [require("x")]'],
      ['sidebars.js', 'module.exports = []', 'module.exports = [`${process.env.A}`]'],
      ['_meta.js', 'export default {}', 'export default { [go()]: 1 }'],
      ['docusaurus.config.js', 'export default { redirects: [] }', 'export default { redirects: [], x: 1 }'],
      ['_redirects', '/a /b\n', '/a /b\n/c https://evil.test 301\n'],
      ['vercel.json', '{"redirects":[]}', '{"redirects":[{"source":"/a","destination":"//evil.test"}]}'],
      ['netlify.toml', '[build]\n', '[build]\ncommand = "x"\n'],
      ['netlify.toml', '', '[[redirects]]\nfrom = "/a"\nto = "https://evil.test"\n'],
      // A rewrite shows one page at the address of another.
      ['netlify.toml', '', '[[redirects]]\nfrom = "/a"\nto = "/b"\nstatus = 200\n'],
      ['netlify.toml', '', '[[redirects]]\nfrom = "/a"\nto = "/b"\nforce = true\n'],
      ['_redirects', '', '/a /b 200\n'],
      ['redirects.txt', 'a.rst b.rst\n', 'a.rst b.rst\nc.rst "//evil.test"\n'],
      ['mkdocs.yml', 'nav: []\n', 'nav:\n  - Blog: https://evil.test\n'],
      ['zensical.toml', '[project]\n', '[project]\nnav = [{ "Blog" = "https://evil.test" }]\n'],
      ['zensical.toml', '[project]\n', '[project]\nextra_javascript = ["a.js"]\n'],
      ['_nav.json', '[]', '[{ "text": "Blog", "link": "https://evil.test" }]'],
      ['_quarto.yml', 'book:\n  chapters: []\n', 'book:\n  chapters: []\n  cover-image: a.png\n'],
      ['_quarto.yml', 'project:\n  type: book\n', 'project:\n  type: book\n  pre-render: a.py\n'],
      ['_quarto.yml', 'book:\n  chapters: []\n', 'book:\n  chapters:\n    - href: https://evil.test\n'],
      ['toc.yml', '[]\n', '- name: Blog\n  href: //evil.test\n'],
      ['fern/docs.yml', 'navigation: []\n', 'navigation: []\njs: a.js\n'],
      ['fern/docs.yml', 'versions:\n  - path: a.yml\n', 'versions:\n  - path: b.yml\n'],
      // As browsers read addresses: a backslash is a slash, and blanks are left out.
      ['docs.json', '{"redirects":[]}', '{"redirects":[{"source":"/a","destination":"/\\\\evil.test"}]}'],
      ['docs.json', '{"redirects":[]}', '{"redirects":[{"source":"/a","destination":" /\\t/evil.test"}]}'],
      ['docs.json', '{"redirects":[]}', '{"redirects":[{"source":"/a","destination":"https:evil.test"}]}'],
      [
        'docusaurus.config.js',
        'export default { redirects: [] }',
        "export default { redirects: [{ to: '/\\\\evil.test' }] }",
      ],
      ['mkdocs.yml', 'nav: []\n', 'nav:\n  - Blog: "/\\\\evil.test"\n'],
      ['netlify.toml', '', '[[redirects]]\nfrom = "/\\"a"\nto = "//evil.test"\n'],
      ['conf.py', 'redirects = {\n}\n', 'redirects = {\n    "a": "//evil.test",\n}\n'],
      // Titles are HTML in VitePress and MkDocs, and so is what these plugins write.
      [
        'sidebars.js',
        'module.exports = []',
        "module.exports = [{ type: 'html', value: '<script>go()</script>' }]",
      ],
      [
        '.vitepress/config.ts',
        'export default { nav: [] }',
        "export default { nav: [{ text: '<img src=x onerror=go()' }] }",
      ],
      ['mkdocs.yml', 'nav: []\n', 'nav:\n  - "<script>go()</script>": a.md\n'],
      ['book.toml', '', '[output.html.redirect]\n"/a.html" = "x\\"><script>go()</script>"\n'],
      ['conf.py', 'redirects = {\n}\n', 'redirects = {\n    "a": "x><script>go()</script>",\n}\n'],
      // These plugins write a file at the old address.
      ['conf.py', 'redirects = {\n}\n', 'redirects = {\n    "../../a": "b",\n}\n'],
      ['book.toml', '', '[output.html.redirect]\n"/../../a.html" = "b"\n'],
      ['mkdocs.yml', 'nav: []\n', 'nav: []\n---\nhooks: [go.py]\n'],
      ['mkdocs.yml', 'nav: []\n', 'nav: []\n...\nhooks: [go.py]\n'],
      ['toc.yml', '[]\n', '[]\n---\nresources: [a]\n'],
      ['_quarto.yml', 'website: {}\n', '%YAML 1.1\n---\nwebsite: {}\n'],
      [
        'mkdocs.yml',
        'plugins:\n  - redirects:\n      redirect_maps: {}\n',
        'plugins:\n  - redirects:\n      redirect_maps:\n        ../../a.md: b.md\n',
      ],
      [
        'docusaurus.config.js',
        'export default { redirects: [] }',
        "export default { redirects: [{ from: '/../../a', to: '/b' }] }",
      ],
    ] as const) {
      assert.equal(onlySitePartsDiffer(path, before, after), false, `${path}: ${after}`);
    }
    for (const [path, before, after] of [
      ['zensical.toml', '[project]\nnav = []\n', '[project]\nnav = [{ "A" = "a.md" }]\n'],
      ['_nav.json', '[]', '[{ "text": "A", "link": "/a" }]'],
      ['_quarto.yml', 'website:\n  sidebar: [a.qmd]\n', 'website:\n  sidebar: [b.qmd]\n'],
      ['_quarto.yml', 'book:\n  chapters: [a.qmd]\n', 'book:\n  chapters: [b.qmd]\n'],
      ['toc.yml', '[]\n', '- name: A\n  href: ../a.md\n'],
      ['fern/docs.yml', 'navigation: []\n', 'navigation:\n  - page: A\n    path: ./a.mdx\n'],
      ['fern/docs.yml', 'versions:\n  - navigation: []\n', 'versions:\n  - navigation: [{ path: a.mdx }]\n'],
      [
        'netlify.toml',
        '[[redirects]]\nfrom = "/*"\nto = "/x"\nstatus = 200\n',
        '[[redirects]]\nfrom = "/a"\nto = "/b"\n[[redirects]]\nfrom = "/*"\nto = "/x"\nstatus = 200\n',
      ],
    ] as const)
      assert.equal(onlySitePartsDiffer(path, before, after), true, `${path}: ${after}`);
    const titled = 'nav:\n  - "Note: a < b, <Tabs> and // more": ../a.md\n';
    assert.equal(onlySitePartsDiffer('mkdocs.yml', 'nav: []\n', titled), true);
  });
});
