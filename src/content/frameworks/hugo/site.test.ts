import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

proveFramework({
  framework: 'hugo',
  files: {
    'site/hugo.toml':
      "baseURL = 'https://example.org/'\ndefaultContentLanguage = 'en'\n[permalinks.page]\nposts = '/:year/:slug/'\n",
    'site/config/_default/params.toml': "latest = '4.2'\n",
    'site/config/_default/params.de.toml': "latest = '0'\n",
    'site/config/_default/languages.yaml': 'en:\n  weight: 1\nde:\n  weight: 2\n  contentDir: content/de\n',
    'site/layouts/shortcodes/since.html':
      '{{/* When it came */}}<span class="x">Since {{ .Get 0 }} of {{ .Site.Params.latest }}</span>',
    'site/layouts/shortcodes/frame.html':
      '<div>\n  {{ range .Site.Pages }}<a>{{ .Title }}</a>{{ end }}\n  {{ .Inner | markdownify }}\n</div>',
    'site/content/_index.md': '---\ntitle: Home\n---\nWelcome',
    'site/content/de/docs/Mein Start.md': '---\ntitle: Start\n---\nText',
    'site/content/about.de.md': '+++\ntitle = "Über uns"\n+++\nText',
    'site/content/docs/_index.md': '---\ntitle: Docs\ncascade:\n  product: Rocket\n---\nText',
    'site/content/docs/v1.2/Install Guide.md':
      '+++\ntitle = "Install"\naliases = ["/setup/", "old"]\n+++\nText',
    'site/content/docs/json.md': '{\n  "title": "Of JSON",\n  "slug": "short"\n}\nText',
    'site/content/docs/moved.md': '---\nurl: /elsewhere/\n---\nText',
    'site/content/docs/draft.md': '+++\ndraft = true\n+++\nText',
    'site/content/docs/A Page (x) & y.md': '---\nslug: My Slug\n---\nText',
    'site/content/docs/B (x) - & y.md': 'Term\n: Meaning',
    'site/content/docs/linked.md': '---\nbuild:\n  render: link\n---\nText',
    'site/content/docs/headless.md': '---\nbuild:\n  render: never\n---\nText',
    'site/content/docs/bundle/index.md': '# A bundle\n\nText',
    'site/content/docs/bundle/part.md': 'A resource of the bundle.',
    'site/content/posts/first.md': '---\ntitle: The First!\ndate: 2024-03-05\n---\nText',
    'site/content/docs/anchors.md':
      '# Page\n\n## What\'s `new` in 1.2?\n\na\n\n## Same\n\nb\n\n## Same\n\nc\n\n## See [this](/docs/)\n\nd\n\n## Named {#my-id}\n\ne\n\n## Only {.cls}\n\ne\n\n## <a name="x"></a>Tags\n\ne\n\n## <https://a.b/c>\n\ne\n\n## One <br> two\n\ne\n\n## !\n\nf',
    'site/content/docs/codes.md': [
      '# Codes',
      '',
      '{{< alert title="Careful" color="warning" >}}',
      'Hot **stove**',
      '{{< /alert >}}',
      '',
      '{{< tabs "x" >}}',
      '{{% tab "Linux" %}}',
      'Use apt',
      '{{% /tab %}}',
      '{{< tab header="Go" lang="go" >}}',
      'x := 1',
      '{{< /tab >}}',
      '{{< /tabs >}}',
      '',
      '{{< highlight bash "linenos=table" >}}',
      'ls -l',
      '{{< /highlight >}}',
      '',
      'See [the guide]({{< ref "install.md#top" >}}), version {{< param latest >}} of {{% param product %}}.',
      '',
      '{{< since "2.0" >}}',
      '',
      '{{< frame >}}',
      'Inside *it*',
      '{{< /frame >}}',
      '',
      '{{< unknown-thing id="4" >}}',
      '',
      '{{< figure src="a b.png" caption="A chart" >}}',
      '',
      '{{< figure src="b.png" alt="Two lines" title="Load" caption="Of *one* day" >}}',
      '',
      '{{< readfile file="part.yaml" >}}',
      '',
      '```yaml',
      '{{% readfile file="part.yaml" %}}',
      'b: 2',
      '```',
      '',
      '```text',
      '{{</* note */>}}',
      '```',
      '',
      'Write {{</* note */>}} or `{{%/* tip */%}}`, and read [more]({{< ref "docs#page" >}}).',
    ].join('\n'),
    'site/content/docs/part.yaml': 'a: 1\n',
  },
  urls: {
    'site/content/_index.md': 'https://example.org/',
    'site/content/de/docs/Mein Start.md': 'https://example.org/de/docs/mein-start/',
    'site/content/about.de.md': 'https://example.org/de/about/',
    'site/content/docs/_index.md': 'https://example.org/docs/',
    'site/content/docs/v1.2/Install Guide.md': 'https://example.org/docs/v1.2/install-guide/',
    'site/content/docs/json.md': 'https://example.org/docs/short/',
    'site/content/docs/moved.md': 'https://example.org/elsewhere/',
    'site/content/docs/A Page (x) & y.md': 'https://example.org/docs/my-slug/',
    'site/content/docs/B (x) - & y.md': 'https://example.org/docs/b-x-y/',
    'site/content/docs/bundle/index.md': 'https://example.org/docs/bundle/',
    'site/content/posts/first.md': 'https://example.org/2024/the-first/',
    'site/content/docs/anchors.md': 'https://example.org/docs/anchors/',
    'site/content/docs/codes.md': 'https://example.org/docs/codes/',
  },
  anchors: {
    'site/content/docs/anchors.md': [
      'page',
      'whats-new-in-12',
      'same',
      'same-1',
      'see-thisdocs',
      'my-id',
      'only',
      'a-namexatags',
      'x',
      'httpsabc',
      'one-br-two',
      'heading',
    ],
  },
  versions: { 'site/content/docs/v1.2/Install Guide.md': 'v1.2', 'site/content/_index.md': null },
  languages: { 'site/content/de/docs/Mein Start.md': 'de', 'site/content/_index.md': 'en' },
  titles: { 'site/content/docs/json.md': 'Of JSON', 'site/content/about.de.md': 'Über uns' },
  texts: {
    'site/content/docs/codes.md': [
      'Warning: Careful\nHot stove',
      'Linux',
      'Use apt',
      'Go',
      '```go\nx := 1\n```',
      '```bash\nls -l\n```',
      'See the guide, version 4.2 of Rocket.',
      'Since 2.0 of 4.2',
      'Inside it',
      'A chart',
      'Two lines',
      'Load: Of one day',
      '```yaml\na: 1\n```',
      '```yaml\na: 1\nb: 2\n```',
      '```text\n{{< note >}}\n```',
      'Write {{< note >}} or {{% tip %}}, and read more.',
    ].join('\n\n'),
  },
});

proveFramework({
  framework: 'hugo',
  files: {
    'hugo.toml': 'baseURL = "https://example.com/"\ndefaultContentLanguage = "en"\n[params]\nversion = "2"',
    'i18n/en/en.toml': '[note]\nother = "Note:"\n[before_heading]\nother = "Before you begin"',
    'layouts/shortcodes/heading.html': '{{ T (printf "%s_heading" (.Get 0)) }}',
    'layouts/shortcodes/term.html':
      '{{ $info := $.Page.Scratch.Get (.Get "term_id") }}{{ with $info }}\n<a href="/terms/">{{ $.Get "text" | default .Title }}</a>\n{{ end }}',
    'content/docs/_index.md': [
      '---',
      'title: Docs',
      '---',
      'A {{< term text="Pod" term_id="pod" >}} on a {{< term',
      '  term_id="worker-node" >}}.',
      '',
      '## {{% heading "before" %}}',
      '',
      'Lead.',
      '{.lead}',
      '',
      '{{< tabs items="npm,pnpm" >}}',
      '  {{< tab >}}one{{< /tab >}}',
      '  {{< tab >}}two{{< /tab >}}',
      '{{< /tabs >}}',
      '',
      '{{< cards >}}',
      '  {{< card link="/docs/" title="Card" subtitle="About it" >}}',
      '{{< /cards >}}',
      '',
      '{{% card header="Head" title="Name" subtitle="Under" href="/docs/" footer="**Foot**" %}}',
      'Within',
      '{{% /card %}}',
      '',
      '{{% notice style="tip" title="Hint" %}}Do it{{% /notice %}}',
      '',
      '{{< alert "lightbulb" >}}An idea{{< /alert >}}',
      '',
      '{{< filetree/container >}}',
      '  {{< filetree/folder name="src" >}}',
      '      {{< filetree/file name="a.md" >}}',
      '  {{< /filetree/folder >}}',
      '{{< /filetree/container >}}',
      '',
      'Right below',
      '{{< callout type="info" >}}On one line{{< /callout >}}',
      'and above.',
      '',
      '{{< tabpane text=true >}}',
      '{{% tab header="Words" lang="en" %}}',
      'in *words*',
      '{{% /tab %}}',
      '{{< /tabpane >}}',
      '',
      '{{< mermaid >}}',
      'graph LR',
      '{{< /mermaid >}}',
    ].join('\n'),
  },
  urls: { 'content/docs/_index.md': 'https://example.com/docs/' },
  texts: {
    'content/docs/_index.md': [
      'A Pod on a worker node.',
      'Lead.',
      'npm',
      'one',
      'pnpm',
      'two',
      'Card: About it',
      'Head: Name: Under',
      'Within',
      'Foot',
      'Tip: Hint\nDo it',
      'Note: An idea',
      '- src\n- a.md',
      'Right below',
      'Info: On one line',
      'and above.',
      'Words',
      'in words',
      '```mermaid\ngraph LR\n```',
    ].join('\n\n'),
  },
});

// Paths without accents, addresses of a page's own, and the site's shortcodes within each other.
proveFramework({
  framework: 'hugo',
  files: {
    'hugo.toml': [
      'baseURL = "https://example.com/"',
      'removePathAccents = true',
      '[permalinks]',
      'blog = "/:year/:title/"',
      '[markup.goldmark.renderer]',
      'unsafe = true',
    ].join('\n'),
    'layouts/shortcodes/outer.html': '<div>\n{{ .Inner | markdownify }}\n</div>',
    'layouts/shortcodes/since.html': 'since {{ .Get 0 }}',
    'content/_index.md': '---\ntitle: Home\n---\nText',
    'content/docs/Éléments.md': '---\ntitle: Elements\n---\nText',
    'content/docs/named.md': '---\nurl: /install.html\n---\nText',
    'content/docs/tokens.md': '---\nslug: short\nurl: /v2/:sections/:slug/\n---\nText',
    'content/docs/part.md': '---\nheadless: yes\n---\nText',
    'content/blog/a.md': '---\ntitle: C# and C++/CLI\ndate: 2024-01-02\n---\nText',
    'content/docs/nested.md':
      '---\ntitle: Nested\n---\n{{< outer >}}\nIt is *here* {{< since "2.0" >}}.\n{{< /outer >}}',
  },
  urls: {
    'content/_index.md': 'https://example.com/',
    'content/docs/Éléments.md': 'https://example.com/docs/elements/',
    'content/docs/named.md': 'https://example.com/install.html',
    'content/docs/tokens.md': 'https://example.com/v2/docs/short/',
    'content/blog/a.md': 'https://example.com/2024/c-and-ccli/',
    'content/docs/nested.md': 'https://example.com/docs/nested/',
  },
  texts: { 'content/docs/nested.md': 'It is here since 2.0.' },
});

// Disabled languages are not published, whether they have a folder or a suffix; references stay within a language.
proveFramework({
  framework: 'hugo',
  files: {
    'hugo.yaml': [
      'baseURL: https://example.com/',
      'disableLanguages: [nl]',
      'languages:',
      '  en: { contentDir: content/en }',
      '  fr: { contentDir: content/fr }',
      '  nl: { contentDir: content/nl }',
      '  sv: { contentDir: content/sv, disabled: true }',
    ].join('\n'),
    'content/en/docs/help/update.md': '---\ntitle: Update\n---\nText',
    'content/fr/docs/help/update.md': '---\ntitle: Mise à jour\n---\nTexte',
    'content/nl/docs/help/update.md': '---\ntitle: Bijwerken\n---\nTekst',
    'content/sv/docs/help/update.md': '---\ntitle: Uppdatera\n---\nText',
    'content/en/docs/start/first.nl.md': '---\ntitle: Eerste\n---\nTekst',
    'content/fr/docs/start/first.md': '---\ntitle: Premier\n---\n[x]({{< relref "update" >}})',
  },
  urls: {
    'content/en/docs/help/update.md': 'https://example.com/docs/help/update/',
    'content/fr/docs/help/update.md': 'https://example.com/fr/docs/help/update/',
    'content/fr/docs/start/first.md': 'https://example.com/fr/docs/start/first/',
  },
});

// A repository that holds the content alone.
proveFramework({
  framework: 'hugo',
  files: {
    'README.md': '# Not a page',
    'docs/sources/_index.md': '---\ntitle: Home\n---\n{{< admonition type="note" >}}Mind{{< /admonition >}}',
    'docs/sources/query/_index.md':
      '---\ntitle: Query\n---\n[home]({{< relref ".." >}}) [again]({{< ref "query#more" >}})',
  },
  urls: { 'docs/sources/_index.md': '/', 'docs/sources/query/_index.md': '/query/' },
  texts: { 'docs/sources/_index.md': 'Note: Mind' },
});

const api = JSON.stringify({
  swagger: '2.0',
  info: { title: 'API' },
  paths: { '/range': { post: { operationId: 'Range', description: 'Reads keys.' } } },
});

// API descriptions are published as files, in the version of their folder; their operations have no pages.
proveFramework({
  framework: 'hugo',
  files: {
    'hugo.yaml': 'baseURL: https://example.com/\nlanguages: { en: { contentDir: content/en } }',
    'content/en/docs/v3.5/_index.md': '---\ntitle: Old\n---\nText',
    'content/en/docs/v3.6/_index.md': '---\ntitle: New\n---\nText',
    'content/en/docs/v3.6/api/rpc.swagger.json': api,
    'static/openapi/all.json': api,
  },
  urls: {
    'content/en/docs/v3.5/_index.md': 'https://example.com/docs/v3.5/',
    'content/en/docs/v3.6/_index.md': 'https://example.com/docs/v3.6/',
    'content/en/docs/v3.6/api/rpc.swagger.json#': 'https://example.com/docs/v3.6/api/rpc.swagger.json',
    'content/en/docs/v3.6/api/rpc.swagger.json#/paths/~1range/post':
      'https://example.com/docs/v3.6/api/rpc.swagger.json',
    'static/openapi/all.json#': 'https://example.com/openapi/all.json',
    'static/openapi/all.json#/paths/~1range/post': 'https://example.com/openapi/all.json',
  },
  versions: {
    'content/en/docs/v3.6/api/rpc.swagger.json#/paths/~1range/post': 'v3.6',
    'static/openapi/all.json#/paths/~1range/post': null,
  },
  languages: { 'content/en/docs/v3.6/api/rpc.swagger.json#/paths/~1range/post': 'en' },
});

test('An alias that names the index of a folder is the folder', async () => {
  const page = '---\naliases: [/setup/index.html, old, /file.html]\n---\nText';
  const docs = await listDocs(treeOf({ 'hugo.toml': 'title = "x"\n', 'content/docs/new.md': page }));
  const [parsed] = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(
    parsed?.targets.map(({ path }) => path),
    ['docs/new', 'setup', 'docs/old', 'file.html'],
  );
});

test('What a shortcode only collects stays where it is, and files that its template names are read', async () => {
  const docs = await listDocs(
    treeOf({
      'hugo.toml': 'baseURL = "https://x.io"\n',
      'layouts/shortcodes/tabs.html':
        '{{ with .Inner }}{{/* called for its tabs */}}{{ end }}{{ range (.Scratch.Get "tabs") }}<div>{{ .content }}</div>{{ end }}',
      'layouts/shortcodes/tab.html': '{{ .Parent.Scratch.Add "tabs" (dict "content" .Inner) }}',
      'layouts/shortcodes/fold.html':
        '{{ partial "parts/fold.html" (dict "title" (.Get "title") "body" .Inner) }}',
      'layouts/shortcodes/out.html':
        '<pre><code class="{{ .Get 0 }}">{{ partial "strip.html" (dict "of" .Inner) }}</code></pre>',
      'layouts/shortcodes/aside.html': '<aside>{{ .Inner | .Page.RenderString }}</aside>',
      'layouts/shortcodes/hush.html': '{{/* Not for readers. */}}{{ if .Inner }}{{ end }}',
      'layouts/shortcodes/shared.html':
        '{{ with site.GetPage "page" "boilerplates" }}{{ with .Resources.GetMatch (.Get 0) }}{{ .Content }}{{ end }}{{ end }}',
      'layouts/shortcodes/term.html':
        '{{ with (site.GetPage "glossary").Resources.GetMatch (printf "%s.md" (.Get "id")) }}{{ .Content }}{{ end }}',
      'content/boilerplates/index.md': '---\nheadless: true\n---\n',
      'content/boilerplates/before.md': '---\n---\nSet up **first**.\n',
      'content/glossary/index.md': '---\nheadless: true\n---\n',
      'content/glossary/pod.md': '---\ntitle: Pod\n---\nA group.\n<!--more-->\nMuch more.\n',
      'content/a.md': [
        '# A',
        '{{< tabs >}}\n{{% tab name="Linux" %}}\nUse apt\n{{% /tab %}}\n{{< /tabs >}}',
        '{{< fold title="More" >}}\nFolded\n{{< /fold >}}',
        '{{< out bash >}}\n    $ ls\n      x\n{{< /out >}}',
        '{{< aside >}}Aside of it{{< /aside >}}',
        '{{< hush >}}\nHidden\n{{< /hush >}}',
        '{{< shared before >}}',
        '{{< term id="pod" length="short" >}}',
      ].join('\n\n'),
    }),
  );
  const [parsed] = await Array.fromAsync(parseDocs(docs));
  assert.equal(
    parsed?.pages[0]?.sections[0]?.text,
    'Linux\n\nUse apt\n\nFolded\n\n```bash\n$ ls\n  x\n```\n\nAside of it\n\nSet up first.\n\nA group.',
  );
});

test('Vendored modules are mounted where the configuration says, and a section counts among its own sections', async () => {
  const docs = await listDocs(
    treeOf({
      'hugo.yaml': [
        'baseURL: https://x.io',
        'permalinks:',
        '  page: { manuals: "/:sections[1:]/:slugorcontentbasename/" }',
        '  section: { manuals: "/:sections[1:]/" }',
        'module:',
        '  imports:',
        '    - path: example.com/cli',
        '      mounts:',
        '        - { source: docs/extend, target: content/manuals/engine/extend, files: ["! old.md"] }',
        '        - { source: docs/run.md, target: content/reference/run.md }',
      ].join('\n'),
      'content/manuals/engine/_index.md': '# Engine',
      'content/manuals/engine/install/index.md': '# Install',
      '_vendor/example.com/cli/docs/extend/plugin.md': '# Plugin',
      '_vendor/example.com/cli/docs/extend/old.md': '# Old',
      '_vendor/example.com/cli/docs/run.md': '# Run',
      '_vendor/example.com/cli/docs/other.md': '# Other',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(parsed.flatMap(({ pages }) => pages.map(({ url }) => url)).sort(), [
    'https://x.io/engine/',
    'https://x.io/engine/extend/plugin/',
    'https://x.io/engine/install/',
    'https://x.io/reference/run/',
  ]);
});
