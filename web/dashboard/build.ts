// Builds the dashboard: node web/dashboard/build.ts FOLDER. The server runs this once for each state of the sources.
import { rename, rm } from 'node:fs/promises';
import tailwind from '@tailwindcss/vite';
import { build } from 'vite';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder to build into.');

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
    // The policy of the page allows no data: scripts or styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
});
// Whoever renames first wins; the builds are equal.
await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
