// The embedding runtime reports to its maker by default, under a device id that it keeps in the user's cache.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('the built-in embedding model leaves nothing of its runtime’s telemetry in the home folder', (t) => {
  const work = mkdtempSync(join(tmpdir(), 'docent-home-'));
  t.after(() => rmSync(work, { recursive: true }));
  const [home, docs] = [join(work, 'home'), join(work, 'docs')];
  mkdirSync(home);
  mkdirSync(docs);
  writeFileSync(join(docs, 'limits.md'), '# Limits\n\nThe limit is 5 requests a minute.\n');
  // With CI set the runtime is silent by itself.
  const { CI, ORT_DISABLE_TELEMETRY, ...env } = process.env;
  const command = fileURLToPath(new URL('../../bin/docent.js', import.meta.url));
  const said = execFileSync(process.execPath, [command, 'index', docs], {
    cwd: work,
    env: { ...env, HOME: home, XDG_CACHE_HOME: join(home, '.cache') },
  });
  assert.match(String(said), /1 page/);
  assert.deepEqual(readdirSync(home), []);
});
