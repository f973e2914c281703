// Bundles the server, with its packages, into few files: to find and read 1,600 modules is most of what a start takes.
// `npm run build` does it for the package; tests and benches do it for a checkout.
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type CodeSplittingGroup, type Plugin, rolldown } from 'rolldown';
import { hashOfParser } from '../src/content/parser-version.ts';
import { removeUnusedBundles } from '../src/lib/bundle-use.ts';
import { bundleFolder, listSources } from '../src/lib/entry-point.ts';
import { groupModules, reading, serving } from './group-modules.ts';

const root = join(import.meta.dirname, '..');

/**
 * Packages with binaries, weights or files that are named at run time only: the package's `dependencies`. And one that
 * `pg` can do without.
 */
const unbundled = [/^@bruits\/satteri-/, /^onnxruntime-/, /^@lat\.md\//, /^@orama\//, /^pg-native$/];

const lightHttpId = 'light-http';

/** Bundles a checkout's present sources, with what its tests start, unless it is done. */
export async function bundleCheckout(): Promise<void> {
  const folder = bundleFolder();
  if (existsSync(folder)) return;
  await removeUnusedBundles(dirname(folder));
  const unfinished = `${folder}.${process.pid}`;
  const product = await bundle(unfinished, listSources());
  await writeFile(join(unfinished, productFile), JSON.stringify(product));
  // Concurrent bundles are equal, so the first one to rename wins.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
}

/** What was written, and of which modules: paths. */
type Bundled = { files: string[]; modules: string[] };

/** In a checkout's bundle: what of it is the product. */
const productFile = 'product.json';

/** Bundles the product; what a checkout has bundled of the same sources is taken as it is. */
export async function bundleProduct(folder: string): Promise<Bundled> {
  const from = bundleFolder();
  if (!existsSync(from)) return bundle(folder, listSources().filter(isProduct));
  const made = JSON.parse(await readFile(join(from, productFile), 'utf8')) as Bundled;
  for (const name of made.files) await cp(join(from, name), join(folder, name));
  return made;
}

const isProduct = (path: string) => path.startsWith('src');

/**
 * Bundles `src/main.ts` and all that a process or thread starts from into files of their names.
 * @param sources paths of the files that start processes and threads
 * @returns of the product
 */
async function bundle(folder: string, sources: readonly string[]): Promise<Bundled> {
  const ofProduct = [join(root, 'src/main.ts'), ...startedBy(sources.filter(isProduct))];
  const ofTests = startedBy(sources).filter((path) => !ofProduct.includes(path));
  // Apart: together, each would load all that is in one file with what it needs, or many small files.
  const readers = ofProduct.filter((path) => reading['pages']!.includes(path));
  const servers = ofProduct.filter((path) => !readers.includes(path));
  const [ofServers, ofReaders] = await Promise.all([
    bundleEntries(folder, servers, [groupModules(servers, serving)]),
    bundleEntries(folder, readers, [groupModules(readers, reading)]),
    ofTests.length > 0 && bundleEntries(folder, ofTests),
  ]);
  return {
    files: [...ofServers.files, ...ofReaders.files],
    modules: [...ofServers.modules, ...ofReaders.modules],
  };
}

async function bundleEntries(
  folder: string,
  entries: string[],
  groups: CodeSplittingGroup[] = [],
): Promise<Bundled> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((path) => [basename(path, '.ts'), path])),
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    external: unbundled,
    plugins: [lightHttp, oneLanguage, knownVersion, knownParser, nearBinary],
    // `depd`, below `oidc-provider`, evaluates a text of its own.
    checks: { moduleLevelDirective: false, eval: false },
  });
  const { output } = await build.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups },
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
  return {
    files: output.map(({ fileName }) => fileName),
    modules: output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])),
  };
}

/**
 * Node's own module for HTTP, without the exports that load a client of it (undici), a tenth of a start's CPU: an `import` reads
 * them all.
 */
const lightHttp: Plugin = {
  name: 'light-http',
  resolveId: {
    filter: { id: /^(?:node:)?http$/ },
    handler: (_, __, { kind }) => (kind === 'require-call' ? undefined : lightHttpId),
  },
  load: {
    filter: { id: new RegExp(`^${lightHttpId}$`) },
    handler() {
      const named = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { value }]) =>
        value === undefined ? [] : [name],
      );
      return `const http = process.getBuiltinModule('node:http');\nexport default http;\nexport const { ${named.join(', ')} } = http;`;
    },
  },
};

/** Zod's messages in English alone: the routes' package takes the whole of Zod, with fifty languages in 300 KB. */
const oneLanguage: Plugin = {
  name: 'one-language',
  load: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ },
    handler: () => `export { default as en } from './en.js';`,
  },
};

/** The checker of docs for agents reads its version, which is part of its name to servers, from a file beside it. */
const knownVersion: Plugin = {
  name: 'known-version',
  transform: {
    filter: { id: /[\\/]afdocs[\\/]dist[\\/]http\.js$/ },
    handler(code, id) {
      const { version } = JSON.parse(readFileSync(join(dirname(id), '../package.json'), 'utf8')) as {
        version: string;
      };
      const known = code.replace(/JSON\.parse\(readFileSync\(.*\)\);/, `${JSON.stringify({ version })};`);
      if (known === code) throw new Error('afdocs no longer reads its version where the bundle has it.');
      return known;
    },
  },
};

/** The Markdown parser looks for its binary beside itself: its forty other files are in the bundle. */
const nearBinary: Plugin = {
  name: 'near-binary',
  transform: {
    filter: { id: /[\\/]satteri[\\/]index\.js$/ },
    handler(code) {
      const known = code.replace(
        'createRequire(import.meta.url)',
        `createRequire(import.meta.resolve('satteri'))`,
      );
      if (known === code)
        throw new Error('The Markdown parser no longer loads its binary where the bundle has it.');
      return known;
    },
  },
};

/** A bundle has no sources, of which the parser's version is a hash. */
const knownParser: Plugin = {
  name: 'known-parser',
  transform: {
    filter: { id: /[\\/]content[\\/]parser-version\.ts$/ },
    handler(code) {
      const known = code.replace('known ??= hashOfParser();', `known ??= '${hashOfParser()}';`);
      if (known === code)
        throw new Error('The version of the parser is no longer made where the bundle has it.');
      return known;
    },
  },
};

/** Their names differ: all are in one folder. */
function startedBy(sources: readonly string[]): string[] {
  return sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/entryPoint\(\s*new URL\('([^']+)'/g)].map(
      ([, name]) => join(root, dirname(path), name!),
    ),
  );
}
