// Makes `test/fixtures/data-VERSION/`: a data folder as this version leaves it, which later versions must open. To be run
// once, when a version is released: node scripts/make-data-fixture.ts
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { version } from '../src/lib/package.ts';
import { password, setUp } from '../test/helpers/people.ts';
import { post, startServer } from '../test/helpers/server.ts';

const fixture = join(import.meta.dirname, '../test/fixtures', `data-${version}`);
rmSync(fixture, { recursive: true, force: true });
mkdirSync(join(fixture, 'indexes'), { recursive: true });

const server = await startServer();
await setUp(server);
const question = 'How do I install Harbour on Linux?';
const message = { id: '1', role: 'user', parts: [{ type: 'text', text: question }] };
const answer = await post(
  `${server.url}/discovery/v2/assistant/${server.domain}/message`,
  server.assistantKey,
  { fp: 'anonymous', messages: [message] },
);
await answer.text();

const { dataFolder } = server.app.config;
const database = new DatabaseSync(join(dataFolder, 'docent.sqlite'));
const copy = join(dataFolder, 'copy.sqlite');
database.prepare('VACUUM INTO ?').run(copy);
database.close();
keep('docent.sqlite', copy);
for (const name of globSync('indexes/*.sqlite', { cwd: dataFolder })) keep(name, join(dataFolder, name));
const known = {
  question,
  email: 'olga@example.com',
  password,
  domain: server.domain,
  assistantKey: server.assistantKey,
  adminKey: server.adminKey,
  threadId: answer.headers.get('x-thread-id'),
  threadKey: answer.headers.get('x-thread-key'),
};
writeFileSync(join(fixture, 'known.json'), `${JSON.stringify(known, null, 2)}\n`);
await server.close();

function keep(name: string, path: string): void {
  writeFileSync(join(fixture, `${name}.gz`), gzipSync(readFileSync(path), { level: 9 }));
}
