// Content is read in processes of their own: what the server itself can load neither lists nor parses any.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles } from './helpers/source-files.ts';

/** What the server may load of `content`: it opens sources, hands them to the processes and gets results. */
const mayLoad = [
  /^run-in-worker\.ts$/,
  /^parse-pages\.ts$/,
  /^reading\/(?:open-reading|cpu-budget|failed-sources)\.ts$/,
  /^carry-(?:above|build)\.ts$/,
  /^(?:finding|guidance|known-hashes|page)\.ts$/,
  // Which bytes there are and where; the splitting and reducing of texts is done in the processes.
  /^sources\/(?!split-llms|filled-templates|read-texts|files\/(?:read|pdf)-|site\/(?:reduce-html|sitemap)\.ts).*\.ts$/,
  // The checks of a job resolve links and match patterns; `glob.ts` counts its steps.
  /^site\/.*\.ts$/,
  // The site's own build: its HTML and maps are read in the processes, of which it gets paths, ids and links.
  /^built\/(?:open-build|built-folder|built-site|build|build-map|spell-addresses)\.ts$/,
  /^config\/values\.ts$/,
  // Channels divide an answer, which is bounded, into prose and code.
  /^markdown\/split-prose\.ts$/,
  // Whether a source is as it was: its files' names and versions, and which names are of configuration.
  /^(?:parser-version|reading\/fingerprint|frameworks\/claims)\.ts$/,
  // How a page's source is stored, where its front matter is, and how a name is spelled.
  /^(?:packed-source|find-front-matter|rst\/ids|spread-over)\.ts$/,
];

const files = new Map(sourceFiles('src').map((file) => [file.path, file]));

/**
 * What a job edits of a site: the files are of its own clone, of bounded size, and read by parsers of their formats. A framework's
 * folder holds that beside what lists its pages, which only the processes call.
 */
const edited = /^src\/content\/(?:frameworks|navigation|links)\//;

/** Every module that these load, at once or later. What starts a process or thread is only named, by `new URL`. */
function loadedBy(starts: string[]): string[] {
  const found = new Set(starts);
  // A set that grows while it is walked.
  for (const path of found) {
    for (const { target, typeOnly } of files.get(path)?.imports ?? [])
      if (!typeOnly && !(path.startsWith('src/agent/') && edited.test(target))) found.add(target);
  }
  return [...found];
}

test('no code that reads content can be loaded by what a server runs', () => {
  const server = [...files.keys()].filter(
    (path) =>
      /^src\/(?:http|deployments|app|mcp|assistant|analytics|notify|work|accounts|retrieval|agent)\//.test(
        path,
      ) &&
      !path.endsWith('.test.ts') &&
      // They run in processes, too: the checks of a job, and the reader of words.
      !/^src\/agent\/checks\/(?!check-changes|checker|read-site|checked-site|check-)/.test(path) &&
      !/^src\/agent\/checks\/check-(?:worker|tasks|code|openapi|navigation|references)\.ts$/.test(path),
  );
  const content = loadedBy(['src/app.ts', 'src/cli/serve.ts', 'src/cli/run-server.ts', ...server]).flatMap(
    (path) => (path.startsWith('src/content/') ? path.slice('src/content/'.length) : []),
  );
  assert.deepEqual(
    content.filter((path) => !mayLoad.some((known) => known.test(path))),
    [],
  );
  assert.ok(content.includes('reading/open-reading.ts'));
});
