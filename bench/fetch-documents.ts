// Fetches 50 PDF manuals from Debian's packages, which `bench documents` asks questions about. Needs apt-get and dpkg.
// Usage: npm run bench -- fetch-documents FOLDER
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const folder = resolve(process.argv[2] ?? 'documents');
const list = new URL('documents/debian.json', import.meta.url);
const wanted = JSON.parse(await readFile(list, 'utf8')) as Record<string, string[]>;
await mkdir(folder, { recursive: true });
for (const [name, files] of Object.entries(wanted)) {
  const work = await mkdtemp(join(tmpdir(), 'docent-bench-'));
  execFileSync('apt-get', ['-q', 'download', name], { cwd: work, stdio: ['ignore', 'ignore', 'ignore'] });
  const [deb = ''] = await readdir(work);
  execFileSync('dpkg', ['-x', deb, 'x'], { cwd: work });
  for (const file of files) {
    const bytes = await readFile(join(work, 'x', file));
    const isPacked = file.endsWith('.gz');
    // Names like `manual.pdf` say nothing without the package's.
    const own = basename(file, '.gz');
    await writeFile(join(folder, own === 'manual.pdf' ? `${name}.pdf` : own), isPacked ? gunzipSync(bytes) : bytes); // prettier-ignore
  }
  await rm(work, { recursive: true });
  console.log(deb);
}
console.log(`${Object.values(wanted).flat().length} documents in ${folder}`);
