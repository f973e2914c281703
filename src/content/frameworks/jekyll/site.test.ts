import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

proveFramework({
  framework: 'jekyll',
  files: {
    'docs/_config.yml': [
      'title: Site',
      'url: https://example.org',
      'baseurl: /site',
      'product: Rocket',
      'lang: en',
      'exclude: [drafts]',
      'include: [_pages]',
      'collections:',
      '  guides:',
      '    output: true',
      '    permalink: /:collection/:path/',
      '  secret:',
      '    output: false',
      'defaults:',
      '- scope: { path: legal }',
      '  values: { permalink: /:path/:basename/ }',
    ].join('\n'),
    'docs/Gemfile': "gem 'jekyll'",
    'docs/index.md': '---\ntitle: Home\n---\nWelcome',
    'docs/plain.md': 'No front matter, so no page.',
    'docs/drafts/x.md': '---\n---\nExcluded',
    'docs/_secret/x.md': '---\n---\nNot put out',
    'docs/_layouts/default.html': '<main></main>',
    'docs/about us.md': '---\n---\nText',
    'docs/legal/terms.md': '---\n---\nText',
    'docs/moved.md': '---\npermalink: /new/place/\nredirect_from: /old/\n---\nText',
    'docs/named.md': '---\npermalink: /name.html\n---\nText',
    'docs/own.html': '---\n---\n<h2 id="mine">Its own id</h2><p>Text</p><h2>No id</h2><p>Text</p>',
    'docs/_pages/team.md': '---\n---\nText',
    'docs/news/_posts/2024-03-06-in-folder.md': '---\n---\nText',
    'docs/_guides/start/first.md': '---\n---\nText',
    'docs/_posts/2024-03-05-hello-world.md': '---\ncategories: [News]\n---\nText',
    'docs/_includes/note.html':
      '<div class="note">\n\n    {{ include.content }}\n    {% if site.x %}\n    <p>of all</p>\n    {% endif %}\n</div>',
    'docs/_includes/code.md': 'Shared **words** of {{ page.title }} and {{ site.product }}',
    'docs/anchors.md':
      "---\n---\n# Page\n\n## 1. What's `new`?\n\na\n\n## Same\n\nb\n\n## Same\n{: .no_toc }\n\nc\n\n## Named\n{: #my-id .x }\n\nd\n\n## Also {: #other}\n\ne\n\n## a -- ![pic](b.png) c...\n\nf",
    'docs/liquid.md': [
      '---',
      'title: Liquid',
      'extra: "12"',
      '---',
      '# {{ page.title }}',
      '',
      '* TOC',
      '{:toc}',
      '',
      'For {{ site.product }} {{ page.extra }}, [start]({{ "/guides/start/first/" | relative_url }}).',
      '',
      '{% highlight ruby linenos %}',
      'puts 1',
      '{% endhighlight %}',
      '',
      '{% comment %}secret{% endcomment %}{% for one in site.data.x %}- {{ one.name }}{% endfor %}',
      '',
      '{% include note.html content="Careful" %}',
      '',
      '{% include code.md %}',
      '',
      '{% raw %}Shown: {{ x }}{% endraw %}',
      '',
      '{: .warning }',
      '> Hot',
      '',
      'Left{: .class} alone.',
      '',
      '<table>',
      '    <tr>',
      '',
      '        <td>one</td><td>two</td>',
      '    </tr>',
      '</table>',
      'Right *below*',
      '{::comment}un{: .x}seen{:/comment}',
      '',
      'Term',
      ': Meaning',
      '',
      '    more',
    ].join('\n'),
  },
  urls: {
    'docs/index.md': 'https://example.org/site/',
    'docs/about us.md': 'https://example.org/site/about%20us.html',
    'docs/legal/terms.md': 'https://example.org/site/legal/terms/',
    'docs/moved.md': 'https://example.org/site/new/place/',
    'docs/named.md': 'https://example.org/site/name.html',
    'docs/own.html': 'https://example.org/site/own.html',
    'docs/_guides/start/first.md': 'https://example.org/site/guides/start/first/',
    'docs/_posts/2024-03-05-hello-world.md': 'https://example.org/site/news/2024/03/05/hello-world.html',
    'docs/_pages/team.md': 'https://example.org/site/_pages/team.html',
    'docs/news/_posts/2024-03-06-in-folder.md': 'https://example.org/site/news/2024/03/06/in-folder.html',
    'docs/anchors.md': 'https://example.org/site/anchors.html',
    'docs/liquid.md': 'https://example.org/site/liquid.html',
  },
  anchors: {
    'docs/anchors.md': ['page', '1-whats-new', 'same', 'same-1', 'my-id', 'other', 'a---c'],
    'docs/own.html': ['mine'],
  },
  versions: { 'docs/index.md': null },
  languages: { 'docs/index.md': 'en' },
  titles: { 'docs/liquid.md': 'Liquid' },
  texts: {
    'docs/liquid.md': [
      'For Rocket 12, start.',
      '```ruby\nputs 1\n```',
      'Careful',
      'of all',
      'Shared words of Liquid and Rocket',
      'Shown: {{ x }}',
      'Warning: Hot',
      'Left alone.',
      'one | two',
      'Right below',
      'Term',
      'Meaning',
      'more',
    ].join('\n\n'),
  },
});

proveFramework({
  framework: 'jekyll',
  files: {
    '_config.yml': 'title: Site\nurl: https://example.com\npermalink: pretty\nopts: { size: 5 }',
    '_data/versions.yml': 'latest: "2.1"',
    '_includes/note.html': '<div class="note">\n  {{ include.text | markdownify }}\n</div>',
    'index.md': [
      '---',
      'title: Home',
      '---',
      '{% capture notice %}Captured **text**{% endcapture %}',
      '<div>{{ notice | markdownify }}</div>',
      '{% assign name = "Docent" | upcase %}',
      'Hello {{ name }} {{ site.data.versions.latest }} {{ site.opts.size }}',
      '',
      '{% case name %}{% when "Other", "x" %}Wrong{% when "Y" or "DOCENT" %}Right{% if a %} one{% else %} two{% endif %}{% when "DOCENT" %}Again{% else %}Else{% endcase %}',
      '{% case name %}{% when "x" %}{% case name %}{% else %}Inner{% endcase %}{% else %}Otherwise{% endcase %} and on.',
      '{% if a %}First{% else %}{% if b %}x{% endif %} hidden{% endif %}{% if c %} and last{% endif %}.',
      '{% case page.nothing %}{% when "x" %}Unknown{% else %}Unknown{% endcase %}',
      '',
      '{% include note.html text="Mind **this**" %}',
      '',
      '<div class="x" markdown="1">',
      '**bold** [link](#a){: .btn }',
      '</div>',
      '',
      '*[HTML]: Hyper Text',
    ].join('\n'),
  },
  urls: { 'index.md': 'https://example.com/' },
  texts: {
    'index.md': [
      'Captured text',
      'Hello DOCENT 2.1 5',
      'Right one Otherwise and on. First and last.',
      'Mind this',
      'bold link',
    ].join('\n\n'),
  },
});

// Loops over known lists, conditions of known values, and includes that are given values of the page.
proveFramework({
  framework: 'jekyll',
  files: {
    '_config.yml': 'title: Site\nurl: https://example.com',
    '_data/langs.yml': '- { id: rest, name: REST }\n- { id: go, name: Go }\n- { id: js, name: JS }',
    '_includes/steps.html':
      '{% assign n = 0 %}\n{% for step in include.steps %}\n{% assign n = n | plus: 1 %}\n<p>{{ n }}. {% if step.link %}<a href="{{ step.link }}">{{ step.name }}</a>{% else %}{{ step.name }}{% endif %}</p>\n{% endfor %}',
    '_includes/codes.html':
      '<div>\n{% for lang in site.data.langs %}\n{% assign code = include[lang.id] %}\n{% if code != nil %}\n<p>{{ lang.name }}</p>\n{% case lang.id %}{% when "rest" %}{% highlight json %}{{ code | strip }}{% endhighlight %}{% else %}{% highlight go %}{{ code | strip }}{% endhighlight %}{% endcase %}\n{% endif %}\n{% endfor %}\n</div>',
    'index.md': [
      '---\ntitle: Home\nkind: guide\nsteps:\n  - { name: Get, link: "#get" }\n  - { name: Run }\n---',
      '{% include steps.html steps=page.steps %}',
      '{% capture first %}\n{"a": 1}\n{% endcapture %}\n{% capture second %}\nfmt.Print(1)\n{% endcapture %}',
      '{% include codes.html rest=first go=second %}',
      '| Name | Id |\n|---|---|\n{%- for lang in site.data.langs limit:2 %}\n| {{ lang.name }} | {{ lang.id }} |\n{%- endfor %}',
      '{% if page.kind == "guide" and site.data.langs.size > 2 %}A guide{% elsif page.kind %}No{% endif %}{% unless page.kind == "guide" %} hidden{% endunless %}.',
      '{% for post in site.posts %}{{ post.title }}{% endfor %}{% for x in page.none %}x{% endfor %}',
      '{% tabs one %}\n{% tab "Scala 3" for=one %}\nNew\n{% endtab %}\n{% tab one Old one %}\nOld\n{% endtab %}\n{% endtabs %}',
    ].join('\n\n'),
  },
  urls: { 'index.md': 'https://example.com/' },
  texts: {
    'index.md': [
      '1. Get',
      '2. Run',
      'REST',
      '```json\n{"a": 1}\n```',
      'Go',
      '```go\nfmt.Print(1)\n```',
      'Name | Id\nREST | rest\nGo | go',
      'A guide.',
      'Scala 3',
      'New',
      'Old one',
      'Old',
    ].join('\n\n'),
  },
});

test('Loops within loops and conditions that nothing ends take bounded time', async () => {
  const items = Array.from({ length: 400 }, (_, at) => `- i${at}`).join('\n');
  const loops = '{% for a in site.data.all %}'.repeat(8) + 'x' + '{% endfor %}'.repeat(8);
  const docs = await listDocs(
    treeOf({
      '_config.yml': 'title: Site',
      '_data/all.yml': items,
      'a.md': `---\ntitle: A\n---\n${loops}`,
      'b.md': `---\ntitle: B\n---\n${'{% if page.title %}'.repeat(50_000)}end`,
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const [a = '', b = ''] = parsed.flatMap(({ pages }) =>
    pages.map(({ sections }) => sections[0]?.text ?? ''),
  );
  assert.ok(a.length < 10_000);
  assert.equal(b, 'end');
});

// What `defaults` give to a page are its values, categories are the folders that hold `_posts`, and ids have a prefix.
proveFramework({
  framework: 'jekyll',
  files: {
    '_config.yml': [
      'title: Site',
      'url: https://example.com',
      'kramdown: { auto_id_prefix: "s-" }',
      'defaults:',
      '- scope: { path: guide }',
      '  values: { product: Rocket, level: easy }',
    ].join('\n'),
    'guide/start.md':
      '---\nlevel: hard\n---\n## Two words\n\n{{ page.product }} is {{ page.level }}.\n\n## Own {#mine}\n\nText',
    'news/_posts/2024/2024-03-06-first.md': '---\n---\nText',
    'gone.md': '---\npublished: no\n---\nText',
  },
  urls: {
    'guide/start.md': 'https://example.com/guide/start.html',
    'news/_posts/2024/2024-03-06-first.md': 'https://example.com/news/2024/03/06/first.html',
  },
  anchors: { 'guide/start.md': ['s-two-words', 'mine'] },
  texts: { 'guide/start.md': 'Rocket is hard.\n\nText' },
});
