import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitFrontMatter } from '../../front-matter.ts';
import { writeMarkdown } from '../../markdown/write-markdown.ts';
import { parseHtml } from '../../markdown/html-page.ts';
import { reduceHtml } from './reduce-html.ts';

const url = 'https://docs.example.com/guide/install/';

function read(html: string): {
  markdown: string;
  anchors: (string | undefined)[];
  title: string | undefined;
} {
  const { text, titles } = reduceHtml({ html, url })!;
  const { body } = splitFrontMatter(text);
  const tree = parseHtml(body);
  const headings = tree.children.filter((node) => node.type === 'heading');
  return {
    title: titles[0],
    markdown: writeMarkdown(tree).trim(),
    anchors: headings.map((node) => node.data?.anchor),
  };
}

const page = (body: string) =>
  `<html lang="en"><head><title>Install | Acme</title></head><body>${body}</body></html>`;

for (const [generator, body, markdown, anchors] of [
  [
    'Docusaurus',
    `<nav class="navbar">menu</nav><main><aside class="theme-doc-sidebar-container">side</aside><article><nav class="theme-doc-breadcrumbs">crumbs</nav>
    <div class="theme-doc-markdown markdown"><header><h1>Install</h1></header><h2 class="anchor" id="linux">Linux<a href="#linux" class="hash-link" aria-label="Direct link">​</a></h2>
    <div class="language-bash codeBlockContainer_x"><div><pre tabindex="0"><code><span class="token-line"><span>apt install</span><br></span><span class="token-line">acme<br></span></code></pre><div class="buttonGroup"><button>Copy</button></div></div></div>
    <div class="theme-admonition theme-admonition-note"><p>Mind this.</p></div></div><footer class="theme-doc-footer">Edit this page</footer></article></main>`,
    '# Install\n\n## Linux\n\n```bash\napt install\nacme\n```\n\nMind this.',
    [undefined, 'linux'],
  ],
  [
    'VitePress',
    `<div class="VPDoc"><aside class="VPDocAside">outline</aside><main class="main"><div class="vp-doc"><h1 id="install" tabindex="-1">Install <a class="header-anchor" href="#install" aria-label="Permalink">​</a></h1>
    <div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki"><code><span class="line">const a = 1</span>\n<span class="line">a</span></code></pre><div class="line-numbers-wrapper">12</div></div></div></main></div>`,
    '# Install\n\n```ts\nconst a = 1\na\n```',
    ['install'],
  ],
  [
    'Starlight',
    `<main><div class="content-panel"><h1 id="_top">Install</h1></div><div class="sl-markdown-content"><div class="sl-heading-wrapper level-h2"><h2 id="use">Use</h2><a class="sl-anchor-link" href="#use">Section titled</a></div>
    <div class="expressive-code"><figure class="frame"><pre data-language="js"><code><div class="ec-line"><div class="code">one()</div></div><div class="ec-line"><div class="code">two()</div></div></code></pre></figure></div>
    <aside class="starlight-aside starlight-aside--tip"><p>A tip.</p></aside></div></main>`,
    '## Use\n\n```js\none()\ntwo()\n```\n\nA tip.',
    ['use'],
  ],
  [
    'Sphinx',
    `<div role="navigation">side</div><div class="document"><div role="main" itemprop="articleBody"><section id="install"><span id="old-name"></span><h1>Install<a class="headerlink" href="#install">¶</a></h1><p>Text.</p>
    <section id="pip"><h2>Pip</h2><div class="highlight-shell notranslate"><div class="highlight"><pre><span></span>pip install acme\n</pre></div></div></section></section></div></div>`,
    '# Install\n\nText.\n\n## Pip\n\n```shell\npip install acme\n```',
    ['old-name', 'pip'],
  ],
  [
    'Material for MkDocs',
    `<header class="md-header">head</header><main><div class="md-sidebar">side</div><article class="md-content__inner md-typeset"><a class="md-content__button" href="/edit" title="Edit this page"></a><h1 id="install">Install<a class="headerlink" href="#install">&para;</a></h1>
    <div class="language-python highlight"><table class="highlighttable"><tr><td class="linenos">1</td><td class="code"><div><pre><span></span><code>import acme\n</code></pre></div></td></tr></table></div></article></main>`,
    '',
    ['install'],
  ],
  [
    'GitHub and Hugo',
    `<article class="markdown-body"><h2 id="a">A</h2><div class="highlight highlight-source-go"><pre>go run .</pre></div><pre><code class="language-yaml" data-lang="yaml">a: 1\n</code></pre></article>`,
    '## A\n\n```go\ngo run .\n```\n\n```yaml\na: 1\n```',
    ['a'],
  ],
] as const) {
  test(`${generator}: a page's own text without furniture, with the ids of headings and the languages of code`, () => {
    const found = read(page(body));
    if (markdown !== '') assert.equal(found.markdown, markdown);
    assert.deepEqual(found.anchors, anchors);
    assert.equal(found.title?.split(' | ')[0], 'Install');
    assert.doesNotMatch(found.markdown, /menu|side|crumbs|Edit this page|outline|Copy|Permalink|¶/);
  });
}

test('Code in a table of line numbers keeps its language and loses the numbers', () => {
  const { markdown } = read(
    page(
      '<main><div class="language-py highlight"><table><tr><td class="linenos"><pre>1</pre></td><td class="code"><pre><code>import acme</code></pre></td></tr></table></div></main>',
    ),
  );
  assert.match(markdown, /import acme/);
  assert.doesNotMatch(markdown, /\b1\b/);
});

test('Tabs keep their labels, tables their cells, and links and pictures lead to absolute addresses', () => {
  const { markdown } = read(
    page(`<main><div role="tablist"><button role="tab" id="t1">npm</button><button role="tab" id="t2">pnpm</button></div>
    <div role="tabpanel" aria-labelledby="t1">npm i acme</div><div role="tabpanel" aria-labelledby="t2" hidden>pnpm add acme</div>
    <table><thead><tr><th>Key</th><th>Value</th></tr></thead><tbody><tr><td>a</td><td>1</td></tr></tbody></table>
    <p><a href="../usage#x">Usage</a> <img src="/a.png" alt="A picture"></p></main>`),
  );
  assert.equal(
    markdown,
    `**npm**\n\nnpm i acme\n\n**pnpm**\n\npnpm add acme\n\n| Key | Value |\n| - | - |\n| a | 1 |\n\n[Usage](https://docs.example.com/guide/usage#x) ![A picture](https://docs.example.com/a.png)`,
  );
});

test('Scripts, styles and event handlers of a page are nowhere in what is kept', () => {
  const html = page(
    '<main onload="x()"><script>evil()</script><style>a{}</style><p onclick="evil()">Text <a href="javascript:evil()">x</a></p></main>',
  );
  const { text } = reduceHtml({ html, url })!;
  assert.doesNotMatch(text, /evil\(\)"|script|style|onclick|onload/);
});

test('Thousands of nested elements are refused, not walked', () => {
  assert.equal(reduceHtml({ html: page(`<main>${'<div>'.repeat(20_000)}x`), url }), null);
});

test('A page that grows by a long base of its links is refused; of a hundred thousand links some are kept', () => {
  const grown = `<base href="/${'a'.repeat(2000)}/"><main>${'<a href=x>x</a>'.repeat(10_000)}</main>`;
  assert.equal(reduceHtml({ html: grown, url }), null);
  const links = Array.from({ length: 100_000 }, (_, index) => `<a href=${index}>x</a>`).join('');
  assert.equal(reduceHtml({ html: `<main>${links}</main>`, url })?.links.length, 10_000);
  assert.equal(reduceHtml({ html: page(`<h1>${'a '.repeat(10_000)}</h1>`), url })?.titles[0]?.length, 300);
});
