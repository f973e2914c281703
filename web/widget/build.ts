// Builds the widget: node web/widget/build.ts FOLDER. The server runs it once per version of the sources.
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildOptions, type InlineConfig, type Plugin } from 'vite';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder to build into.');

const unfinished = `${folder}.${process.pid}`;
const shared: InlineConfig = {
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'error',
  // Chunks are addressed relative to each other, whatever path prefix a proxy adds.
  base: './',
  oxc: { jsx: { importSource: 'preact' } },
};
const output = {
  target: 'es2023',
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  reportCompressedSize: false,
  modulePreload: false,
} satisfies BuildOptions;

const panel = await build({
  ...shared,
  plugins: [lexerOnly(), nothingPreloaded()],
  build: {
    ...output,
    outDir: unfinished,
    assetsDir: '',
    rolldownOptions: {
      input: join(import.meta.dirname, 'src/panel.tsx'),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'panel-[hash].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
// The loader is a classic script: it works in every page's head, and a CSP only has to allow its host.
await build({
  ...shared,
  define: { PANEL: JSON.stringify(entryName(panel)) },
  build: {
    ...output,
    outDir: unfinished,
    emptyOutDir: false,
    lib: {
      entry: join(import.meta.dirname, 'src/loader/main.ts'),
      formats: ['iife'],
      name: 'docentWidget',
      fileName: () => 'widget.js',
    },
  },
});
// Concurrent builds are equal, so the first one to rename wins.
await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));

function entryName(result: Awaited<ReturnType<typeof build>>): string {
  const [first] = [result].flat() as { output: { fileName: string; isEntry?: boolean }[] }[];
  return first!.output.find(({ isEntry }) => isEntry)!.fileName;
}

/** Vite loads what a file needs before the file, as styles; here each needs nothing. */
function nothingPreloaded(): Plugin {
  return {
    name: 'nothing-preloaded',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
  };
}

/** Keeps only the lexer of `marked`: its single file creates a renderer on load, so bundlers cannot drop that. */
function lexerOnly(): Plugin {
  return {
    name: 'marked-lexer-only',
    transform(code, id) {
      if (!id.endsWith('/marked.esm.js')) return undefined;
      const start = code.search(/var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/);
      const lexer = /(\w+) as Lexer\b/.exec(code)?.[1];
      if (start < 0 || lexer === undefined) throw new Error('marked has changed its file: see lexerOnly.');
      return { code: `${code.slice(0, start)}export{${lexer} as Lexer};`, map: null };
    },
  };
}
