// npm run bench -- fetch-docs DATA [SET…]
// Brings the docs of Debian's source packages and of npm's, over which the questions of `answers` and `answerability` were
// written, into DATA/beds/. Needs `tar` with xz. A set that is there is left as it is.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const mirror = 'http://deb.debian.org/debian';

/**
 * `paths`: what of the package becomes the set's folder; a single folder becomes it itself. `version`: of a package in
 * npm's registry instead of Debian's.
 */
type Docs = {
  package: string;
  paths: string[];
  version?: string;
  suite?: string;
  part?: string;
  without?: string;
};

const sets: Record<string, Docs> = {
  beets: { package: 'beets', paths: ['docs'] },
  bind9: { package: 'bind9', paths: ['doc/arm'] },
  borg: { package: 'borgbackup', paths: ['docs'], suite: 'sid' },
  borgmatic: { package: 'borgmatic', paths: ['docs'] },
  bottle: { package: 'python-bottle', paths: ['docs'] },
  cargo: { package: 'cargo', paths: ['src/doc'], suite: 'bookworm' },
  chartjs: { package: 'node-chart.js', paths: ['docs'] },
  'cloud-init': { package: 'cloud-init', paths: ['doc/rtd', 'doc/module-docs', 'doc/examples'] },
  cmake: { package: 'cmake', paths: ['Help'], suite: 'sid' },
  commonmark: { package: 'php-league-commonmark', paths: ['docs'] },
  composer: { package: 'composer', paths: ['doc'], suite: 'bookworm' },
  consul: { package: 'consul', paths: ['website'], suite: 'bullseye' },
  curl: { package: 'curl', paths: ['docs'] },
  directus: {
    package: '@directus/docs',
    version: '9.22.3',
    paths:
      'app cloud configuration contributing cookbook extensions getting-started reference self-hosted index.md'.split(
        ' ',
      ),
  },
  django: { package: 'python-django', paths: ['docs'] },
  docker: { package: 'docker.io', paths: ['docs'], part: 'cli' },
  dune: { package: 'ocaml-dune', paths: ['doc'] },
  elixir: { package: 'elixir-lang', paths: ['lib/elixir/pages'] },
  ent: { package: 'golang-entgo-ent', paths: ['doc'] },
  eslint: { package: 'eslint', paths: ['docs'] },
  fastify: { package: 'fastify', paths: ['docs'], version: '5.12.8' },
  fish: { package: 'fish', paths: ['doc_src'] },
  ghc: { package: 'ghc', paths: ['docs/users_guide'] },
  git: { package: 'git', paths: ['Documentation'], suite: 'sid', without: 'RelNotes' },
  groonga: { package: 'groonga', paths: ['doc/source'], suite: 'bookworm' },
  groovy: {
    package: 'groovy',
    paths: ['src/spec', ...['json', 'sql', 'xml'].map((name) => `subprojects/groovy-${name}/src/spec`)],
  },
  hugo: { package: 'hugo', paths: ['docs'] },
  icinga2: { package: 'icinga2', paths: ['doc'] },
  incus: { package: 'incus', paths: ['doc'] },
  'intlayer-es': { package: '@intlayer/docs', paths: ['docs/es'], version: '8.9.6' },
  jupyterhub: { package: 'jupyterhub', paths: ['docs/source'] },
  kitty: { package: 'kitty', paths: ['docs'] },
  lego: { package: 'golang-github-xenolf-lego', paths: ['docs'] },
  mitmproxy: { package: 'mitmproxy', paths: ['docs/src'], suite: 'sid' },
  'mkdocs-material': { package: 'mkdocs-material', paths: ['docs', 'mkdocs.yml'] },
  newsboat: { package: 'newsboat', paths: ['doc'], without: 'internal' },
  nextjs: { package: 'next', paths: ['dist/docs'], version: '16.4.6' },
  nix: { package: 'nix', paths: ['doc/manual'] },
  nodejs: { package: 'nodejs', paths: ['doc/api'] },
  npm: { package: 'npm', paths: ['docs/content'], version: '11.21.2' },
  ntfy: { package: 'ntfy', paths: ['docs', 'mkdocs.yml'] },
  openqa: { package: 'openqa', paths: ['docs'] },
  patroni: { package: 'patroni', paths: ['docs'] },
  pelican: { package: 'pelican', paths: ['docs'] },
  pip: { package: 'python-pip', paths: ['docs/html'] },
  podman: { package: 'libpod', paths: ['docs'], suite: 'bookworm' },
  prometheus: { package: 'prometheus', paths: ['docs'] },
  rails: { package: 'rails', paths: ['guides/source'] },
  rclone: { package: 'rclone', paths: ['docs'] },
  restic: { package: 'restic', paths: ['doc'] },
  rollup: { package: 'node-rollup', paths: ['docs'] },
  rubocop: { package: 'rubocop', paths: ['docs'], suite: 'bookworm' },
  sqlalchemy: { package: 'sqlalchemy', paths: ['doc/build'], suite: 'sid' },
  stack: { package: 'haskell-stack', paths: ['doc'] },
  suricata: { package: 'suricata', paths: ['doc/userguide'] },
  tornado: { package: 'python-tornado', paths: ['docs'] },
  twig: { package: 'php-twig', paths: ['doc'], suite: 'bookworm' },
  varnish: { package: 'varnish', paths: ['doc/sphinx'] },
  watchman: { package: 'watchman', paths: ['website'], suite: 'bookworm' },
  'weechat-de': { package: 'weechat', paths: ['doc/de'] },
};

const [data, ...named] = process.argv.slice(2);
if (data === undefined) throw new Error('Name the folder that is to hold beds/.');
const beds = join(data, 'beds');
await mkdir(beds, { recursive: true });
const work = await mkdtemp(join(tmpdir(), 'docent-docs-'));
const listings = new Map<string, Promise<string[]>>();
for (const [name, docs] of Object.entries(sets)) {
  if ((named.length > 0 && !named.includes(name)) || existsSync(join(beds, name))) continue;
  const outcome = await fetchDocs(name, docs).catch((fault: Error) => `left out: ${fault.message}`);
  console.log(`${name.padEnd(16)} ${outcome}`);
}
await rm(work, { recursive: true });

/** The version that was fetched. */
async function fetchDocs(name: string, docs: Docs): Promise<string> {
  const { archive, version } = docs.version === undefined ? await fromDebian(docs) : await fromNpm(docs);
  const unpacked = join(work, name);
  await mkdir(unpacked);
  await run('tar', ['-xf', archive, '-C', unpacked]);
  await rm(archive);
  const [top] = await readdir(unpacked);
  const result = join(work, `${name}-docs`);
  for (const path of docs.paths) {
    const from = join(unpacked, top!, path);
    await cp(from, docs.paths.length === 1 ? result : join(result, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => docs.without === undefined || basename(file) !== docs.without,
    });
  }
  await rm(unpacked, { recursive: true });
  // Between file systems a rename fails.
  await cp(result, join(beds, name), { recursive: true, verbatimSymlinks: true });
  return version;
}

async function fromNpm({ package: wanted, version }: Docs) {
  const { stdout } = await run('npm', ['pack', '--silent', `${wanted}@${version}`], { cwd: work });
  return { archive: join(work, stdout.trim()), version: version! };
}

async function fromDebian(docs: Docs) {
  const { url, sha256, version } = await findArchive(docs);
  const archive = join(work, basename(url));
  await writeFile(archive, await download(url, sha256));
  return { archive, version };
}

/** By the list of the suite's source packages. https://wiki.debian.org/DebianRepository/Format#A.22Sources.22_Indices */
async function findArchive({ package: wanted, suite = 'trixie', part }: Docs) {
  const entry = (await listSources(suite)).find((text) => text.startsWith(`Package: ${wanted}\n`));
  const [, directory] = /^Directory: (.+)$/m.exec(entry ?? '') ?? [];
  const [, version] = /^Version: (.+)$/m.exec(entry ?? '') ?? [];
  const ending = part === undefined ? '\\.orig' : `\\.orig-${part}`;
  const [, sha256, file] =
    new RegExp(`^ ([0-9a-f]{64}) \\d+ (\\S+${ending}\\.tar\\.\\w+)$`, 'm').exec(entry ?? '') ?? [];
  if (!directory || !version || !sha256 || !file) throw new Error(`${suite} has no sources of ${wanted}.`);
  return { url: `${mirror}/${directory}/${file}`, sha256, version };
}

function listSources(suite: string): Promise<string[]> {
  const known = listings.get(suite) ?? readSources(suite);
  listings.set(suite, known);
  return known;
}

async function readSources(suite: string): Promise<string[]> {
  const packed = join(work, `${suite}.xz`);
  await writeFile(packed, await download(`${mirror}/dists/${suite}/main/source/Sources.xz`));
  const { stdout } = await run('xz', ['-dc', packed], { maxBuffer: 2 ** 30 });
  return stdout.split('\n\n');
}

async function download(url: string, sha256?: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  const content = Buffer.from(await response.arrayBuffer());
  if (sha256 !== undefined && createHash('sha256').update(content).digest('hex') !== sha256)
    throw new Error(`${url} is not what the list of packages says.`);
  return content;
}
