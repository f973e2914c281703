// npm run bench -- new-server [SECTIONS]: how soon a server answers that begins with an empty data folder, for a project of so
// many sections that another server has deployed: no source, nothing parsed or embedded, the index file comes from the file
// store, PostgreSQL and S3.
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/helpers/postgres.ts';
import { startS3 } from '../test/helpers/s3.ts';
import { type Server, start, stop } from './servers.ts';

const sections = Number(process.argv[2] ?? 5_000);
const starts = 3;
const sectionsOfPage = 10;

const folder = await mkdtemp(join(tmpdir(), 'docent-new-server-'));
const docs = join(folder, 'docs');
await writeDocs();
const postgres = await startPostgres();
const s3 = await startS3(join(folder, 's3'));
const stores = {
  PostgreSQL: {},
  S3: {
    DOCENT_INDEX_STORE: 's3://indexes/bench',
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_REGION: 'us-east-1',
  },
};
const rows: Record<string, object> = {};
for (const [name, settings] of Object.entries(stores)) {
  const env = { ...settings, DOCENT_DATABASE_URL: await postgres.createDatabase() };
  const first = await start([docs], env);
  rows[`${name}: the first, which reads and indexes`] = await describe(first);
  const { domain, assistantKey } = first;
  // Docs are those of the folder's server: without it, only the file is left.
  await stop(first);
  for (let nth = 1; nth <= starts; nth++) {
    const server = await start(['--project', domain], env, assistantKey);
    rows[`${name}: a new one, ${nth}`] = await describe(server);
    await stop(server);
  }
}
console.table(rows);
await postgres.stop();
s3.stop();
await rm(folder, { recursive: true, force: true });

async function describe(server: Server): Promise<object> {
  const indexes = join(server.data, 'indexes');
  const [file] = (await readdir(indexes)).filter((one) => one.endsWith('.sqlite'));
  const { size } = await stat(join(indexes, file!));
  return {
    sections,
    'index MB': (size / 1e6).toFixed(1),
    'start to first answer, ms': Math.round(server.startMs),
  };
}

/** Pages of sections with words of their own, of the length that sections have on average. */
async function writeDocs(): Promise<void> {
  await mkdir(docs);
  for (let page = 0; page * sectionsOfPage < sections; page++) {
    const texts = Array.from({ length: sectionsOfPage }, (_, nth) => {
      const words = Array.from(
        { length: 120 },
        (__, at) => `word${(page * 131 + nth * 17 + at * 7) % 9_000}`,
      );
      return `## How threads work, part ${nth} of ${page}\n\n${words.join(' ')}.`;
    });
    await writeFile(join(docs, `page-${page}.md`), `# Page ${page}\n\n${texts.slice(1).join('\n\n')}\n`);
  }
}
