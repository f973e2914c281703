/** Small folders whose listing or parsing costs far more than they weigh, by kind. @param n how much of it, some thousands */
export function hostileDocs(n: number): Record<string, Record<string, string>> {
  const r = (text: string, times: number) => text.repeat(times);
  const each = (times: number, make: (at: number) => string) =>
    Array.from({ length: times }, (_, at) => make(at)).join('');
  const pages = (times: number, text: (at: number) => string) =>
    Object.fromEntries(Array.from({ length: times }, (_, at) => [`docs/p${at}.md`, text(at)]));
  const jekyll = (config: string, page = '# A\n') => ({
    '_config.yml': `title: x\n${config}`,
    'index.md': page,
  });
  const mkdocs = (config: string, more: Record<string, string> = {}) => ({
    'mkdocs.yml': `site_name: a\n${config}`,
    'docs/index.md': '# A\n',
    ...more,
  });
  const sphinx = (text: string, more: Record<string, string> = {}) => ({
    'conf.py': 'project="a"\n',
    'index.rst': `A\n=\n\n${text}`,
    ...more,
  });
  const hugo = (text: string, more: Record<string, string> = {}) => ({
    'hugo.toml': 'title="x"\n',
    'content/_index.md': text,
    ...more,
  });
  const mintlify = (more: object, page = '# A\n') => ({
    'docs.json': JSON.stringify({ name: 'x', theme: 'mint', navigation: { pages: ['index'] }, ...more }),
    'index.mdx': page,
  });
  const adoc = (text: string, more: Record<string, string> = {}) => ({
    'antora.yml': 'name: a\nversion: ~\n',
    'modules/ROOT/pages/index.adoc': `= A\n\n${text}`,
    ...more,
  });
  const mdx = (text: string) => ({
    'docusaurus.config.js': 'module.exports={title:"a",presets:[["classic",{}]]}',
    'docs/a.mdx': text,
  });
  return {
    'mdx: tags in braces': mdx(r('<script>\n{#', 40)),
    'mdx: braces in attributes': mdx(r('<x y={', n)),
    'mdx: imports': mdx(r('import a from "./b.mdx"\n', n)),
    'mdx: exports of exports': mdx(r('export const a = {b: [', n)),
    'mdx: a script as configuration': { 'docusaurus.config.ts': r('<a>(', 60), 'docs/a.md': '# A' },
    'jekyll: braces': jekyll(`exclude: ["${r('{a}', n)}"]\n`),
    'jekyll: globs': jekyll(`exclude: [${each(n / 10, (at) => `"**/*a*b${at}*c",`)}]\n`),
    'jekyll: defaults': jekyll(
      `defaults:\n${each(n / 10, (at) => `  - scope: {path: "a${at}"}\n    values: {a: b}\n`)}`,
    ),
    'jekyll: loops': jekyll('', r('{% for i in (1..1000) %}', 40)),
    'jekyll: captures': jekyll(
      '',
      '{% assign a = "b" %}' + r('{% capture a %}{{ a }}{{ a }}{% endcapture %}', n / 10),
    ),
    'jekyll: filters': jekyll('', `{{ "${r('a', n)}"${r(' | replace: "a", "aa"', 40)} }}`),
    'hugo: templates': hugo(r('{{< x >}}', n), {
      'layouts/shortcodes/x.html': r('{{ range (seq 1000) }}', 20),
    }),
    'hugo: shortcodes in shortcodes': hugo(r('{{% x %}}', n), {
      'layouts/shortcodes/x.html': '{{% x %}}{{% x %}}',
    }),
    'hugo: permalinks': hugo('# A', {
      'hugo.toml': `title="x"\n[permalinks]\n${each(n, (at) => `a${at} = "/:year/:month/${at}/"\n`)}`,
    }),
    'hugo: toml': hugo(`+++\n${r('[[a.', n)}\n+++\n`),
    'yaml: aliases': mkdocs(
      `a: &a [x, x]\n${each(26, (at) => `b${at}: &b${at} [*${at === 0 ? 'a' : `b${at - 1}`}, *${at === 0 ? 'a' : `b${at - 1}`}]\n`)}extra: *b25\n`,
    ),
    'yaml: nesting': mkdocs(`nav: ${r('[', n)}\n`),
    'mkdocs: a large navigation': mkdocs(`nav:\n${each(n * 2, (at) => `  - "t${at}": index.md\n`)}`),
    'mkdocs: a deep navigation': mkdocs(`nav:\n${each(400, (at) => `${r('  ', at + 1)}- a${at}:\n`)}`),
    'mkdocs: redirects': mkdocs(
      `plugins:\n  - redirects:\n      redirect_maps:\n${each(n * 4, (at) => `        "a${at}.md": "index.md"\n`)}`,
    ),
    'mkdocs: macros': mkdocs('plugins: [macros]\n', { 'docs/index.md': r('{% set a %}{{ a }}', n) }),
    'mkdocs: snippets of snippets': mkdocs('', {
      'docs/index.md': r('--8<-- "a.md"\n', 900),
      'docs/a.md': r('--8<-- "b.md"\n', 900),
      'docs/b.md': r('x\n', n),
    }),
    'mintlify: redirects': mintlify({
      redirects: Array.from({ length: n * 4 }, (_, at) => ({ source: `/a${at}/:slug*`, destination: '/' })),
    }),
    'mintlify: wild redirects': mintlify(
      {
        redirects: Array.from({ length: 2_000 }, (_, at) => ({ source: `/:a/:b*/c${at}`, destination: '/' })),
      },
      r('[a](/x/y/z) ', n),
    ),
    'mintlify: variables': mintlify({ variables: { a: r('b', n) } }, r('{{a}}', n)),
    'mintlify: an API of many operations': {
      ...mintlify({}),
      'openapi.json': JSON.stringify({
        openapi: '3.0.0',
        info: {},
        paths: Object.fromEntries(
          Array.from({ length: n }, (_, at) => [`/a${at}`, { get: { description: 'x' } }]),
        ),
      }),
    },
    'api: references in circles': {
      'index.md': '# A',
      'openapi.yaml': `openapi: 3.0.0\npaths:\n  /a:\n    get:\n      responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/a0"}}}}}\ncomponents:\n  schemas:\n${each(40, (at) => `    a${at}: {type: object, properties: {x: {$ref: "#/components/schemas/a${at + 1}"}, y: {$ref: "#/components/schemas/a${at + 1}"}}}\n`)}`,
    },
    'sphinx: includes': sphinx(r('.. include:: b.txt\n\n', 300), {
      'b.txt': r('.. include:: c.txt\n\n', 300),
      'c.txt': r('x\n', n),
    }),
    'sphinx: toctrees': sphinx(
      `.. toctree::\n   :glob:\n\n${r('   *a*b*\n', n)}`,
      pages(50, () => '# A'),
    ),
    'sphinx: substitutions': sphinx(
      `${each(40, (at) => `.. |a${at}| replace:: |a${at + 1}| |a${at + 1}|\n`)}\n|a0|\n`,
    ),
    'sphinx: a table': sphinx(`${r('+---', 200)}+\n${r(`${r('|  ', 200)}|\n`, 100)}`),
    'asciidoc: attributes': adoc(`${each(30, (at) => `:a${at}: {a${at + 1}}{a${at + 1}}\n`)}\n{a0}\n`),
    'asciidoc: tags': adoc('include::example$b.txt[tags=**;*;!a]\n', {
      'modules/ROOT/examples/b.txt': r('// tag::a[]\n', n * 3),
    }),
    'asciidoc: emphasis': adoc(r('*a _b ', n)),
    'vitepress: rewrites': {
      '.vitepress/config.ts': `export default { rewrites: { ${each(n / 10, (at) => `':a${at}*/:b*/:c*': ':a${at}/:b/:c',`)} } }`,
      ...pages(n / 10, () => '# A'),
    },
    'vitepress: containers': {
      '.vitepress/config.ts': 'export default {}',
      'index.md': each(n / 4, (at) => `${r(':', at + 3)} a\n`),
    },
    'mdbook: includes': {
      'book.toml': '[book]\ntitle="a"\n',
      'src/SUMMARY.md': '- [a](a.md)',
      'src/a.md': r('{{#include a.md:1:9}}\n', n),
    },
    'docfx: tocs in tocs': {
      'docfx.json': '{"build":{"content":[{"files":["**/*.md","**/toc.yml"]}]}}',
      'index.md': '# A',
      'toc.yml': r('- name: a\n  href: toc.yml\n', n),
    },
    'many pages': pages(n, (at) => `# A${at}\n\n[a](p${at + 1}.md)`),
    'one title on many pages, with long paths': Object.fromEntries(
      Array.from({ length: n }, (_, at) => [`docs/${r('a', 200)}/${r('b', 200)}/${at}.md`, '# A']),
    ),
    'many links that lead nowhere': { 'index.md': r('[a](b#c) ', n * 5) },
    'many headings, links to all of them': { 'index.md': each(n, (at) => `## a\n\n[a](#a-${at})\n\n`) },
    'front matter': { 'index.md': `---\n${r('a: [', n)}\n---\n# A` },
    'quotes in quotes': { 'index.md': r('> ', n * 5) },
    brackets: { 'index.md': r('![[', n * 5) },
  };
}
