// Builds the widget: node web/widget/build.ts FOLDER. The server runs this once for each state of the sources.
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
  // Chunks find each other beside themselves, whatever path a proxy puts before them.
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
  plugins: [lexerOnly()],
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
// The loader is a classic script: it works in every page's head, and a policy needs no more than its host.
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
// Whoever renames first wins; the builds are equal.
await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));

function entryName(result: Awaited<ReturnType<typeof build>>): string {
  const [first] = [result].flat() as { output: { fileName: string; isEntry?: boolean }[] }[];
  return first!.output.find(({ isEntry }) => isEntry)!.fileName;
}

/** Leaves out what `marked` has beside its lexer: its one file makes a renderer at once, which no bundler can drop. */
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
