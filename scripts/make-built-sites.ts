// Makes `test/fixtures/built-sites/NAME.json.gz`: the sources of a small docs site, and the HTML and maps that its generator
// really builds of them. To be run when a generator has a new major version: node scripts/make-built-sites.ts [NAME…].
// Those of Debian are installed by `apt-get install`, the others by npm into a temporary folder.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Site = {
  packages?: string[];
  /** Configuration beside the pages. */
  files: Record<string, string>;
  /** Where the pages are. */
  pages: string;
  /** The pages, where they are not Markdown with front matter. */
  texts?: Record<string, string>;
  build: [command: string, ...args: string[]];
  built: string;
};

const root = join(import.meta.dirname, '..');
const repository = 'https://github.com/acme/harbour';

const body = {
  index: `Harbour moves boats between ports, and tells their owners.

## What it is

A program for one machine that keeps the list of boats.

## Install & run

First [install](guide/install.md) it, then start it.
`,
  install: `Harbour comes as a package for each system.

## On Linux

Take the package of your distribution.

### Packages

Debian has it since version 12.

## On macOS

Use a package manager.

### Packages

Homebrew has it.

## \`harbour up --all\`

Starts every part of it at once.

## Größe der Straße

Words with other letters keep them.
`,
  moved: `This page says in its front matter where it is.

## Ports

They are numbered from 1 to 99.
`,
  draft: `Nobody is to read this yet.

## Secrets

Still being written.
`,
};

/** Markdown with front matter. */
const markdown = (
  {
    moved = {},
    draft = { draft: true },
    all = {},
  }: Record<'moved' | 'draft' | 'all', object> | { moved?: object; draft?: object; all?: object },
  index = 'index.md',
): Record<string, string> => {
  const page = (fields: object, text: string) =>
    `---\n${Object.entries({ ...all, ...fields })
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join('')}---\n\n${text}`;
  return {
    [index]: page({ title: 'Harbour' }, body.index),
    'guide/install.md': page({ title: 'Install it' }, body.install),
    'guide/moved.md': page({ title: 'Ports of call', ...moved }, body.moved),
    'guide/draft.md': page({ title: 'Not yet', ...draft }, body.draft),
  };
};

/** Plain Markdown with a title of its own. */
const titled = (): Record<string, string> => ({
  'index.md': `# Harbour\n\n${body.index}`,
  'guide/install.md': `# Install it\n\n${body.install}`,
  'guide/moved.md': `# Ports of call\n\n${body.moved}`,
  'guide/draft.md': `# Not yet\n\n${body.draft}`,
});

/** Where the generator has no drafts. */
const published = (): Record<string, string> => {
  const { 'guide/draft.md': _draft, ...others } = titled();
  return others;
};

const rst = (text: string): string =>
  text
    .replaceAll(
      /^(##+) (.*)$/gm,
      (_, marks: string, title: string) =>
        `${title}\n${(marks.length === 2 ? '-' : '~').repeat(title.length + 4)}`,
    )
    .replaceAll('`harbour up --all`', '``harbour up --all``')
    .replaceAll(/\[(\w+)\]\(guide\/install\.md\)/g, ':doc:`$1 <guide/install>`');

const adoc = (text: string): string =>
  text
    .replaceAll(/^(##+) /gm, (_, marks: string) => `${'='.repeat(marks.length)} `)
    .replaceAll(/\[(\w+)\]\(guide\/install\.md\)/g, 'xref:guide/install.adoc[$1]');

const hugoLayout = `<!doctype html><html><head><title>{{ .Title }} | Harbour</title></head><body><nav>{{ range .Site.RegularPages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav><main><h1>{{ .Title }}</h1>{{ .Content }}</main></body></html>`;
const jekyllLayout = `<!doctype html><html><head><title>{{ page.title }}</title></head><body><nav>{% for p in site.pages %}<a href="{{ p.url }}">{{ p.title }}</a>{% endfor %}</nav><main><h1>{{ page.title }}</h1>{{ content }}</main></body></html>`;

const sites: Record<string, Site> = {
  mkdocs: {
    files: {
      'mkdocs.yml': `site_name: Harbour\nsite_url: https://docs.example.com/boats/\nrepo_url: ${repository}\nedit_uri: edit/main/docs/\ntheme: { name: material, font: false }\n`,
    },
    pages: 'docs',
    texts: published(),
    build: ['mkdocs', 'build', '-q'],
    built: 'site',
  },
  'mkdocs-plain': {
    files: { 'mkdocs.yml': 'site_name: Harbour\nuse_directory_urls: false\ntheme: mkdocs\n' },
    pages: 'docs',
    texts: published(),
    build: ['mkdocs', 'build', '-q'],
    built: 'site',
  },
  sphinx: {
    files: {
      'conf.py': `project = 'Harbour'\nhtml_theme = 'furo'\nexclude_patterns = ['out', 'guide/draft.rst']\nhtml_copy_source = False\n`,
    },
    pages: '.',
    texts: {
      'index.rst': `Harbour\n=======\n\n${rst(body.index)}\n.. toctree::\n\n   guide/install\n   guide/moved\n`,
      'guide/install.rst': `Install it\n==========\n\n${rst(body.install)}`,
      'guide/moved.rst': `Ports of call\n=============\n\n${rst(body.moved)}`,
      'guide/draft.rst': `Not yet\n=======\n\n${rst(body.draft)}`,
    },
    build: ['sphinx-build', '-q', '-b', 'dirhtml', '.', 'out'],
    built: 'out',
  },
  hugo: {
    files: {
      'hugo.toml': `baseURL = 'https://docs.example.com/'\ntitle = 'Harbour'\ndisableKinds = ['taxonomy', 'term', 'RSS']\n`,
      'layouts/_default/single.html': hugoLayout,
      'layouts/_default/list.html': hugoLayout,
    },
    pages: 'content',
    texts: markdown({ moved: { url: '/ports/' } }, '_index.md'),
    build: ['hugo', '--quiet', '--destination', 'out', '--config', 'hugo.toml'],
    built: 'out',
  },
  jekyll: {
    files: { '_config.yml': 'title: Harbour\npermalink: pretty\n', '_layouts/page.html': jekyllLayout },
    pages: '.',
    texts: markdown({
      all: { layout: 'page' },
      moved: { permalink: '/ports.html' },
      draft: { published: false },
    }),
    build: ['jekyll', 'build', '-q', '-d', 'out'],
    built: 'out',
  },
  asciidoctor: {
    files: {},
    pages: '.',
    texts: {
      'index.adoc': `= Harbour\n\n${adoc(body.index)}`,
      'guide/install.adoc': `= Install it\n\n${adoc(body.install)}`,
      'guide/moved.adoc': `= Ports of call\n:idprefix:\n\n${adoc(body.moved)}`,
      'guide/draft.adoc': `= Not yet\n\n${adoc(body.draft)}`,
    },
    build: ['sh', '-c', 'asciidoctor -a linkcss -R . -D out index.adoc guide/install.adoc guide/moved.adoc'],
    built: 'out',
  },
  vitepress: {
    packages: ['vitepress@1'],
    files: {
      '.vitepress/config.mjs': `export default { title: 'Harbour', base: '/boats/', cleanUrls: true, srcExclude: ['guide/draft.md'], ignoreDeadLinks: true, rewrites: { 'guide/moved.md': 'ports/of-call.md' }, themeConfig: { editLink: { pattern: '${repository}/edit/main/docs/:path' }, sidebar: [{ text: 'Install', link: '/guide/install' }, { text: 'Ports', link: '/ports/of-call' }] } };`,
    },
    pages: '.',
    texts: titled(),
    build: ['npx', 'vitepress', 'build'],
    built: '.vitepress/dist',
  },
  eleventy: {
    packages: ['@11ty/eleventy@3', 'markdown-it-anchor@9'],
    files: {
      'eleventy.config.mjs': `import anchor from 'markdown-it-anchor';
export default function (config) {
  config.amendLibrary('md', (library) => library.use(anchor));
  config.addGlobalData('layout', 'page.njk');
  return { dir: { input: 'docs', includes: '_includes', output: 'out' } };
}`,
      'docs/_includes/page.njk': `<!doctype html><html><head><title>{{ title }}</title></head><body><nav>{% for p in collections.all %}<a href="{{ p.url }}">{{ p.data.title }}</a>{% endfor %}</nav><main><h1>{{ title }}</h1>{{ content | safe }}</main></body></html>`,
    },
    pages: 'docs',
    texts: markdown({ moved: { permalink: '/ports/' }, draft: { permalink: false } }),
    build: ['npx', 'eleventy', '--quiet'],
    built: 'out',
  },
  antora: {
    packages: ['@antora/cli@3.1', '@antora/site-generator@3.1'],
    files: {
      'playbook.yml': `site: { title: Harbour, url: https://docs.example.com }
content: { sources: [{ url: ., branches: HEAD, edit_url: '${repository}/edit/main/{path}' }] }
ui: { bundle: { url: ./ui.zip } }
output: { dir: ./out }
urls: { html_extension_style: indexify }
`,
      'antora.yml': 'name: harbour\ntitle: Harbour\nversion: "2.0"\nnav: [modules/ROOT/nav.adoc]\n',
      'modules/ROOT/nav.adoc': '* xref:guide/install.adoc[]\n',
      'ui/layouts/default.hbs': `<!doctype html><html><head><title>{{page.title}}</title><link rel="canonical" href="{{page.canonicalUrl}}"></head><body><div class="edit-this-page"><a href="{{page.editUrl}}">Edit this Page</a></div><main><article class="doc"><h1 class="page">{{page.title}}</h1>{{{page.contents}}}</article></main></body></html>`,
      'ui/layouts/404.hbs': '<!doctype html><title>404</title>',
    },
    pages: 'modules/ROOT/pages',
    texts: {
      'index.adoc': `= Harbour\n\n${adoc(body.index)}`,
      'guide/install.adoc': `= Install it\n\n${adoc(body.install)}`,
      'guide/moved.adoc': `= Ports of call\n\n${adoc(body.moved)}`,
      'guide/_draft.adoc': `= Not yet\n\n${adoc(body.draft)}`,
    },
    build: [
      'sh',
      '-c',
      'cd ui && python3 -m zipfile -c ../ui.zip layouts && cd .. && git init -q && git add antora.yml modules && git -c user.name=x -c user.email=x@example.com commit -qm x && npx antora playbook.yml',
    ],
    built: 'out',
  },
  rspress: {
    packages: ['@rspress/core@2'],
    files: {
      'rspress.config.ts': `export default { root: 'docs', title: 'Harbour', outDir: 'out', route: { cleanUrls: true, exclude: ['guide/draft.md'] } };`,
    },
    pages: 'docs',
    texts: titled(),
    build: ['npx', 'rspress', 'build'],
    built: 'out',
  },
  docusaurus: {
    packages: [
      '@docusaurus/core@3',
      '@docusaurus/theme-classic@3',
      '@docusaurus/plugin-content-docs@3',
      'react@19',
      'react-dom@19',
    ],
    files: {
      'docusaurus.config.mjs': `export default { title: 'Harbour', url: 'https://docs.example.com', baseUrl: '/boats/', onBrokenLinks: 'ignore', themes: ['@docusaurus/theme-classic'],
  plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/', editUrl: '${repository}/edit/main/' }]],
  themeConfig: { navbar: { title: 'Harbour' } } };`,
    },
    pages: 'docs',
    texts: markdown({ moved: { slug: '/ports' } }),
    build: ['npx', 'docusaurus', 'build'],
    built: 'build',
  },
  starlight: {
    packages: ['astro@7', '@astrojs/starlight@0.42'],
    files: {
      'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };`,
      'astro.config.mjs': `import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
export default defineConfig({ site: 'https://docs.example.com', integrations: [starlight({ title: 'Harbour', pagefind: false, editLink: { baseUrl: '${repository}/edit/main/' } })] });`,
    },
    pages: 'src/content/docs',
    texts: markdown({ moved: { slug: 'ports' } }),
    build: ['env', 'ASTRO_TELEMETRY_DISABLED=1', 'npx', 'astro', 'build'],
    built: 'dist',
  },
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(sites);
for (const name of wanted) {
  const { packages = [], files, pages, texts = {}, build, built } = sites[name]!;
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const sources: Record<string, string> = { ...files };
  for (const [path, text] of Object.entries(texts)) sources[join(pages, path)] = text;
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const run = ([command, ...args]: Site['build']) =>
    execFileSync(command, args, { cwd: folder, stdio: 'inherit' });
  if (packages.length > 0) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]);
  }
  run(build);
  pack(name, sources, join(folder, built));
}

/** Of the build, pages and maps are kept, without what no reader of HTML as data looks at. */
function pack(name: string, sources: Record<string, string>, folder: string): void {
  const kept = globSync('**/*', { cwd: folder })
    .filter(
      (path) =>
        statSync(join(folder, path)).isFile() &&
        /\.html$|^objects\.inv$|search_index\.json$|^sitemap.*\.xml$/.test(path),
    )
    .toSorted()
    .map((path) => [
      path,
      path.endsWith('.inv')
        ? readFileSync(join(folder, path)).toString('base64')
        : lean(readFileSync(join(folder, path), 'utf8')),
    ]);
  const packed = gzipSync(JSON.stringify({ sources, built: Object.fromEntries(kept) }), { level: 9 });
  const file = join(root, 'test/fixtures/built-sites', `${name}.json.gz`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, packed);
  process.stdout.write(`${file}: ${packed.length} bytes\n`);
}

function lean(text: string): string {
  return text
    .replaceAll(/(<(script|style)\b[^>]*>).*?(<\/\2>)/gs, '$1$3')
    .replaceAll(/<svg\b.*?<\/svg>/gs, '<svg></svg>');
}
