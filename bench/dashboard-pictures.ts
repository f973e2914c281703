// Takes the picture of the dashboard in docs/images: a project's overview, over the example docs and invented turns.
import { join } from 'node:path';
import { findProjectById, updateProject } from '../src/store/projects.ts';
import { openChromium } from '../test/helpers/chromium.ts';
import { openPath, signIn } from '../test/helpers/dashboard-page.ts';
import { setUp, signedInAs } from '../test/helpers/people.ts';
import { scriptedModel, textAnswer } from '../test/helpers/scripted-model.ts';
import { startServer } from '../test/helpers/server.ts';
import { seedTurns } from './pages/seed.ts';

// All is set up, so that the page begins with what happened.
const server = await startServer({
  model: scriptedModel(() => textAnswer('')),
  settings: { DOCENT_BASE_URL: 'https://docs.example.com' },
});
const { store } = server.app;
await server.app.dashboard.prepare();
const project = (await findProjectById(store, server.projectId))!;
await updateProject(store, project, { name: 'Harbour' });
await seedTurns(store, server.projectId, 4_000);
await store.db.updateTable('threads').set({ fp: 'web_reader' }).execute();
const cookie = (await setUp(server)).cookie()!;
await signedInAs(server, project.organizationId, 'viewer');
const browser = await openChromium();
const context = await browser.newContext({ colorScheme: 'light', viewport: { width: 1200, height: 720 } });
await signIn(context, server.url, cookie);
const page = await context.newPage();
await openPath(page, `${server.url}/default/${server.domain}`);
await page.waitForTimeout(1_500);
await page.screenshot({ path: join(import.meta.dirname, '../docs/images/dashboard.png') });
await browser.close();
await server.close();
