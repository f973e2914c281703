// Makes `test/fixtures/docs-sites/NAME.json.gz`: a small docs site as its framework really builds it, with the tag put in
// as our guide says. To be run when a framework has a new major version or a guide changes:
// node scripts/make-docs-sites.ts NAME.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Site = {
  packages: string[];
  /** Beside the pages. */
  files: Record<string, string>;
  pages: string;
  build: [command: string, ...args: string[]];
  built: string;
};

const root = join(import.meta.dirname, '..');
/** The first code block of our guide, which people copy. */
const guide = (name: string) =>
  /```\w+\n(.*?)```/s.exec(readFileSync(join(root, `docs/guides/widget-${name}.md`), 'utf8'))![1]!;

const sites: Record<string, Site> = {
  docusaurus: {
    packages: [
      '@docusaurus/core@3',
      '@docusaurus/theme-classic@3',
      '@docusaurus/plugin-content-docs@3',
      'react@19',
      'react-dom@19',
    ],
    files: {
      'docent.mjs': guide('docusaurus'),
      'docusaurus.config.mjs': `import docent from './docent.mjs';
export default { title: 'Harbour', url: 'https://docs.example.com', baseUrl: '/', themes: ['@docusaurus/theme-classic'],
  plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/' }], ...docent.plugins],
  themeConfig: { colorMode: { defaultMode: 'dark' }, navbar: { title: 'Harbour', items: [
    { type: 'html', position: 'right', value: '<button data-docent-open>Ask AI</button>' }] } } };`,
    },
    pages: 'docs',
    build: ['npx', 'docusaurus', 'build'],
    built: 'build',
  },
  vitepress: {
    packages: ['vitepress@1'],
    files: {
      '.vitepress/docent.ts': guide('vitepress'),
      '.vitepress/config.mts': `import docent from './docent.ts';
export default { ...docent, title: 'Harbour', cleanUrls: true, appearance: 'dark',
  themeConfig: { sidebar: [{ text: 'Install', link: '/' }, { text: 'Proxy', link: '/proxy' }] } };`,
    },
    pages: '.',
    build: ['npx', 'vitepress', 'build'],
    built: '.vitepress/dist',
  },
  starlight: {
    packages: ['astro@7', '@astrojs/starlight@0.42'],
    files: {
      // With the router of Astro, which puts another body in place; without it, each page is loaded as a whole.
      'src/Head.astro': `---
import Head from '@astrojs/starlight/components/Head.astro';
import { ClientRouter } from 'astro:transitions';
---
<Head><slot /></Head>
<ClientRouter />`,
      'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };`,
      'astro.config.mjs': guide('starlight').replace(
        'starlight({',
        "starlight({ components: { Head: './src/Head.astro' }, pagefind: false,",
      ),
    },
    pages: 'src/content/docs',
    build: ['env', 'ASTRO_TELEMETRY_DISABLED=1', 'npx', 'astro', 'build'],
    built: 'dist',
  },
};

const pages = {
  'index.md': '---\ntitle: Install\n---\n\nRun `apt install harbour`, then see the [proxy](proxy.md).\n',
  'proxy.md':
    '---\ntitle: Proxy\n---\n\nThe proxy must accept the CONNECT method. First [install](index.md).\n',
};

for (const name of process.argv.slice(2)) {
  const { packages, files, pages: pagesFolder, build, built } = sites[name]!;
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('package.json', '{ "private": true }');
  for (const [path, text] of Object.entries(files)) write(path, text);
  for (const [path, text] of Object.entries(pages))
    write(
      join(pagesFolder, path),
      // Astro leaves addresses as they are written.
      name === 'starlight' ? text.replace('(proxy.md)', '(/proxy/)').replace('(index.md)', '(/)') : text,
    );
  const run = ([command, ...args]: Site['build']) =>
    execFileSync(command, args, { cwd: folder, stdio: 'inherit' });
  run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]);
  run(build);
  pack(name, join(folder, built));
}

/** Fonts, pictures and maps of sources are left out: nothing of the widget depends on them. */
function pack(name: string, folder: string): void {
  const kept = globSync('**/*', { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile() && /\.(html|js|css|json|xml|txt)$/.test(path))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
  const packed = gzipSync(JSON.stringify(Object.fromEntries(kept)), { level: 9 });
  const file = join(root, 'test/fixtures/docs-sites', `${name}.json.gz`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, packed);
  process.stdout.write(`${file}: ${packed.length} bytes\n`);
}
