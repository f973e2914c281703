// Takes pictures of every page of the dashboard with plausible content, to be looked at: light and dark, and on a phone.
// npm run bench -- dashboard-screens FOLDER [PAGE…]
import { globSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { groupProject } from '../src/analytics/group-new-questions.ts';
import { wordVectors } from '../src/analytics/question-vectors.ts';
import { findProjectById, updateProject } from '../src/store/projects.ts';
import { openChromium } from '../test/helpers/chromium.ts';
import { dashboardPaths } from '../test/helpers/dashboard-paths.ts';
import { openPath, showPath, signIn } from '../test/helpers/dashboard-page.ts';
import { addHostileJob } from '../test/helpers/hostile-job.ts';
import { setUp } from '../test/helpers/people.ts';
import { post, startServer } from '../test/helpers/server.ts';
import { seedJobs, seedTurns } from './pages/seed.ts';

const [folder = 'screens', ...wanted] = process.argv.slice(2);
const screens = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'phone', colorScheme: 'light', width: 390 },
] as const;
const questions = [
  'How do I run Docent behind nginx?',
  'Can I limit how many questions one address may ask?',
  'Which models can answer, and how do I connect Ollama?',
  'How do I put the widget on a Docusaurus site?',
  'Wie lange werden Gespräche gespeichert?',
  'How do I restore a backup onto another server?',
  'Is there a Terraform provider for Docent?',
  'How can I export my data to BigQuery every night?',
];

const docs = join(import.meta.dirname, '../docs');
const server = await startServer({
  docs: Object.fromEntries(
    globSync('**/*.md', { cwd: docs }).map((path) => [path, readFileSync(join(docs, path), 'utf8')]),
  ),
});
const { store } = server.app;
await server.app.dashboard.prepare();
const owner = await setUp(server);
await fill();
await takePictures();
await server.close();

async function fill(): Promise<void> {
  const { url, domain, projectId, assistantKey } = server;
  const organization = '/manage/v1/organizations/default';
  await updateProject(store, (await findProjectById(store, projectId))!, { name: 'Docent' });
  await seedTurns(store, projectId, 2_000);
  await seedJobs(store, projectId, 12);
  await addHostileJob(store, projectId);
  await owner.send('POST', `${organization}/keys`, {
    kind: 'assistant',
    name: 'docs.example.com',
    projectId,
  });
  await owner.send('POST', `${organization}/keys`, { kind: 'admin', name: 'CI', scopes: ['read'], ipAllowList: ['192.0.2.1'] }); // prettier-ignore
  await owner.send('POST', `${organization}/invitations`, { email: 'vera@example.com', role: 'viewer' });
  for (const [nth, text] of questions.entries()) {
    const body = {
      fp: `reader-${nth}`,
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
    };
    const answer = await (await post(`${url}/discovery/v2/assistant/${domain}/message`, assistantKey, body)).text(); // prettier-ignore
    const messageId = /"messageId":"(\w+)"/.exec(answer)?.[1];
    const rating = {
      messageId,
      helpful: nth % 3 > 0,
      comment: nth % 3 > 0 ? null : 'It does not name the file.',
    };
    await post(`${url}/discovery/v1/feedback/${domain}`, assistantKey, rating);
    await post(`${url}/discovery/v1/search/${domain}`, assistantKey, { query: text });
  }
  await groupProject(store, projectId, async () => wordVectors);
}

async function takePictures(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await openChromium();
  const context = await browser.newContext();
  await signIn(context, server.url, owner.cookie()!);
  const page = await context.newPage();
  await openPath(page, server.url);
  for (const [name, path] of Object.entries(await dashboardPaths(server, owner))) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await page.setViewportSize({ width: screens[0].width, height: 900 });
    await showPath(page, path);
    for (const { name: screen, colorScheme, width } of screens) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      // The charts draw themselves slowly.
      await page.waitForTimeout(/home|usage|plan/.test(name) ? 1_500 : 300);
      const whole = (await page.evaluate('document.documentElement.scrollHeight')) as number;
      const clip = { x: 0, y: 0, width, height: Math.min(whole, width < 600 ? 1_700 : 1_200) };
      await page.screenshot({ path: join(folder, `${name}-${screen}.png`), fullPage: true, clip });
    }
  }
  await browser.close();
}
