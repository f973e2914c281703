// Builds the dashboard: node web/dashboard/build.ts FOLDER. The server runs it once per version of the sources.
import { rename, rm } from 'node:fs/promises';
import tailwind from '@tailwindcss/vite';
import { build } from 'vite';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder to build into.');

const shared = /web\/dashboard\/src\/(api|charts|layout|ui)\/|node_modules\/lucide-react\//;
const unfinished = `${folder}.${process.pid}`;
await build({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'error',
  base: '/-/',
  plugins: [tailwind()],
  build: {
    outDir: unfinished,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The page's Content-Security-Policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // Shared modules go into one file: a dozen small ones cost a page more than they save.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', test: shared, minShareCount: 3 }] } },
    },
  },
});
// Concurrent builds are equal, so the first one to rename wins.
await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
