// npm run bench -- start [FOLDER]: time to ready of `docent serve`, first without and then with an index, and memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');
const folder = process.argv[2] ?? join(root, 'docs');
const data = await mkdtemp(join(tmpdir(), 'docent-bench-'));
try {
  const rows: Record<string, object> = {};
  rows['first start'] = await start();
  for (let run = 1; run <= 3; run++) rows[`on an existing index, ${run}`] = await start();
  console.table(rows);
} finally {
  await rm(data, { recursive: true, force: true });
}

async function start() {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [join(root, 'bin/docent.js'), 'serve', folder, '--json', '--port', '0', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(createInterface(child.stdout), 'line');
  const readyMs = performance.now() - began;
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const residentMB = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { 'ready ms': Math.round(readyMs), 'resident MB': Math.round(residentMB) };
}
