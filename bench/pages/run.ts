// What the dashboard's pages cost with 100,000 turns stored, over HTTP, on both databases or the one that is named. The
// processor time is that of this process, the server with SQLite and the browser's part, and that of PostgreSQL's
// processes: a busy machine changes it little.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDefaultOrganization } from '../../src/accounts/manage-organizations.ts';
import { signedInAs } from '../../test/helpers/people.ts';
import { startPostgres } from '../../test/helpers/postgres.ts';
import { startServer } from '../../test/helpers/server.ts';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { databaseCpu } from './database-cpu.ts';
import { seedJobs, seedTurns } from './seed.ts';

const turns = Number(process.argv[2] ?? 100_000);
const only = process.argv[3];
const rounds = 9;
/** What the server and the database may take for a page, in ms of processor time: it is the wait on a quiet machine. */
const maxMs = 200;

const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
try {
  if (only !== 'postgres') await measure('SQLite', `sqlite:${join(folder, 'bench.sqlite')}`);
  if (only !== 'sqlite') await measurePostgres();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measurePostgres(): Promise<void> {
  const postgres = await startPostgres();
  try {
    await measure('PostgreSQL', await postgres.createDatabase());
  } finally {
    await postgres.stop();
  }
}

async function measure(name: string, url: string): Promise<void> {
  const server = await startServer({ settings: { DOCENT_DATABASE_URL: url } });
  try {
    const { store } = server.app;
    const seeded = performance.now();
    await seedTurns(store, server.projectId, turns);
    await seedJobs(store, server.projectId, 2_000);
    console.log(`\n${name}: ${turns} turns, seeded in ${Math.round((performance.now() - seeded) / 1000)} s`);
    const grouped = performance.now();
    const questions = await groupProject(store, server.projectId, async () => wordVectors);
    console.log(`${questions} questions grouped by words in ${Math.round(performance.now() - grouped)} ms`);
    const { id } = await ensureDefaultOrganization(store);
    const browser = await signedInAs(server, id, 'owner');
    const project = `/manage/v1/projects/${server.projectId}`;
    const organization = `/manage/v1/organizations/default`;
    const gap = (await browser.get(`${project}/gaps`)).body.items[0].id;
    const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
    const pages = {
      overview: `${project}/overview`,
      conversations: `${project}/conversations`,
      'conversations, unanswered': `${project}/conversations?status=unanswered`,
      'conversations, failed and unhelpful': `${project}/conversations?status=failed&feedback=unhelpful`,
      'conversations with a common word': `${project}/conversations?text=proxy`,
      'conversations with a word that is in all': `${project}/conversations?text=restart%20how`,
      'conversations with a rare word': `${project}/conversations?text=number%20731%20docker`,
      'conversations with no such word': `${project}/conversations?text=zebra`,
      'one conversation': `${project}/conversations/thr_77`,
      feedback: `${project}/feedback`,
      'searches, 30 days': `${project}/searches`,
      'searches without results, a year': `${project}/searches?results=none&dateFrom=2000-01-01`,
      gaps: `${project}/gaps`,
      'one gap': `${project}/gaps/${gap}`,
      'topics, 30 days': `${project}/topics`,
      'topics, a year': `${project}/topics?dateFrom=${yearAgo}&sort=unanswered`,
      'most cited pages, 30 days': `${project}/page-use`,
      'worst rated pages, a year': `${project}/page-use?sort=unhelpful&dateFrom=${yearAgo}`,
      'never found pages': `${project}/page-use?sort=never`,
      'conversations about a page': `${project}/conversations?page=/page-7&cited=true`,
      'one conversation, with its neighbours': `${project}/conversations/thr_77?status=unanswered`,
      'pages of the index': `${project}/index/pages`,
      'one page of the index': `${project}/index/page?path=`,
      'docs health': `${project}/index/findings`,
      deployments: `${project}/deployments`,
      jobs: `/v2/agent/${server.projectId}/jobs`,
      'jobs, failed': `/v2/agent/${server.projectId}/jobs?status=failed`,
      'usage, 30 days': `${organization}/usage`,
      plan: `${organization}/plan`,
      'audit log': `${organization}/audit`,
      'analytics, 1,000 questions': `/v1/analytics/${server.projectId}/assistant?limit=1000`,
      'callers, all time': `/v1/analytics/${server.projectId}/assistant/caller-stats`,
    };
    for (const [page, path] of Object.entries(pages)) {
      const times = [];
      const cpu = process.cpuUsage();
      const databaseBefore = await databaseCpu(store);
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        const { status, text } = await browser.get(path);
        times.push(performance.now() - began);
        if (status !== 200) throw new Error(`${page}: ${text.slice(0, 200)}`);
      }
      const { user, system } = process.cpuUsage(cpu);
      const database = (await databaseCpu(store)) - databaseBefore;
      times.sort((a, b) => a - b);
      const [p50, most] = [times[Math.floor(rounds / 2)]!, times.at(-1)!];
      const columns = {
        p50,
        max: most,
        cpu: (user + system) / 1_000 / rounds,
        ...(store.kind === 'postgres' && { database: database / rounds }),
      };
      if (columns.cpu + database / rounds > maxMs) process.exitCode = 1;
      const shown = Object.entries(columns).map(([name, ms]) => `${name} ${ms.toFixed(1).padStart(7)} ms`);
      console.log(`${page.padEnd(42)} ${shown.join('   ')}`);
    }
  } finally {
    await server.close();
  }
}
