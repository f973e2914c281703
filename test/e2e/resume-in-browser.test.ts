// Real `useChat({ resume: true })` of every major in a real browser, and two servers on one PostgreSQL, of which one dies.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { useChatPage } from '../clients/use-chat-page.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { docsFolder, exampleDocs } from '../helpers/docs-folder.ts';
import { type DocsSite, startDocsSite } from '../helpers/docs-site.ts';
import { eventually } from '../helpers/eventually.ts';
import { answered } from '../helpers/model-replies.ts';
import { type ModelServer, startModelServer } from '../helpers/model-server.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { dataFolder, serve } from '../helpers/run-docent.ts';

const majors = [5, 6, 7];

describe('useChat({ resume: true })', () => {
  const closing: (() => unknown)[] = [];
  const closesAtEnd = <Thing>(thing: Thing, close: (thing: Thing) => unknown): Thing => {
    closing.unshift(() => close(thing));
    return thing;
  };
  let model: ModelServer;
  let servers: Awaited<ReturnType<typeof serve>>[] = [];
  let site: DocsSite;
  let browser: TestBrowser;
  let context: BrowserContext;
  let goOn = Promise.withResolvers<void>();

  before(async () => {
    model = await startModelServer(() =>
      answered({
        text: (async function* () {
          yield 'first ';
          await goOn.promise;
          yield 'last';
        })(),
      }),
    );
    closing.unshift(() => model.close());
    const postgres = closesAtEnd(await startPostgres(), (one) => one.stop());
    const docs = closesAtEnd(await docsFolder(exampleDocs), (one) => one.remove());
    const env = {
      DOCENT_DATABASE_URL: await postgres.createDatabase(),
      DOCENT_MODEL: 'compatible/m',
      DOCENT_MODEL_URL: `${model.url}/v1`,
    };
    for (let nth = 0; nth < 2; nth++) {
      const data = closesAtEnd(await dataFolder(), (one) => one.remove());
      const server = await serve([docs.path, '--data', data.path], { env });
      servers.push(
        closesAtEnd(server, async ({ child, exit }) => {
          child.kill('SIGKILL');
          await exit;
        }),
      );
    }
    const pages = await Promise.all(majors.map(async (major) => [`/${major}`, await useChatPage(major)]));
    site = closesAtEnd(await startDocsSite({ pages: Object.fromEntries(pages) }), (one) => one.close());
    browser = closesAtEnd(await openChromium(), (one) => one.close());
    context = await browser.newContext();
  });
  after(async () => {
    goOn.resolve();
    for (const close of closing) await close();
  });

  const open = async (
    major: number,
    id: string,
    nth: number,
    { page, url, ...more }: { page?: Page; url?: string; queue?: string } = {},
  ) => {
    const [first] = servers;
    const { domain, assistantKey: key = '' } = first!.ready;
    const api = `${url ?? servers[nth]!.ready.url}/discovery/v2/assistant/${domain}/message`;
    const tab = page ?? (await context.newPage());
    await tab.goto(`${site.url}/${major}?${new URLSearchParams({ api, key, id, ...more }).toString()}`);
    return tab;
  };
  const answers = (page: Page) => page.locator('.assistant').allInnerTexts();
  const says = (page: Page, words: string) => page.locator('.assistant').last().getByText(words).waitFor();
  const isIn = (page: Page, status: string) => page.locator('output').getByText(status).waitFor();
  const newGate = () => (goOn = Promise.withResolvers<void>());
  const ask = (page: Page) => page.getByRole('button', { name: 'Ask' }).click();

  for (const major of majors) {
    test(`AI SDK ${major}: after a reload, in two tabs, on another server, and stopped in one`, async () => {
      newGate();
      const id = `reloaded-in-major-${major}`;
      const page = await open(major, id, 0);
      await ask(page);
      await says(page, 'first');
      await open(major, id, 1, { page });
      const tab = await open(major, id, 0);
      for (const each of [page, tab]) await says(each, 'first');
      goOn.resolve();
      for (const each of [page, tab]) {
        await isIn(each, 'ready');
        assert.deepEqual(await answers(each), ['first last']);
      }

      newGate();
      const stopped = `stopped-in-major-${major}`;
      await open(major, stopped, 0, { page });
      await ask(page);
      await says(page, 'first');
      await open(major, stopped, 1, { page: tab });
      await says(tab, 'first');
      const call = model.requests.at(-1)!;
      await tab.getByRole('button', { name: 'Stop' }).click();
      assert.equal(await call.closed, true, 'the model call is aborted');
      for (const each of [page, tab]) {
        await isIn(each, 'ready');
        assert.deepEqual(await answers(each), ['first']);
        await each.close();
      }
    });
  }

  for (const major of majors)
    test(`AI SDK ${major}: a phone that sleeps while the end is sent`, async () => {
      newGate();
      await using net = await phoneNetwork(servers[0]!.ready.url);
      const page = await open(major, `asleep-at-the-end-of-${major}`, 0, { url: net.url });
      await ask(page);
      await says(page, 'first');
      net.sleep();
      goOn.resolve();
      // The server has sent all of it, and somebody took it.
      await net.swallowed('[DONE]');
      net.wake();
      await isIn(page, 'error');
      if (major === 7) {
        await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
        await isIn(page, 'ready');
        assert.deepEqual(await answers(page), ['first last']);
      }
      // The others add the replay to what an open page holds, as the guide says.
      await page.reload();
      await says(page, 'first last');
      await isIn(page, 'ready');
      assert.deepEqual(await answers(page), ['first last']);
      await page.close();
    });

  test('AI SDK 7: messages that are sent while an answer runs are answered one after the other', async () => {
    newGate();
    const page = await open(7, 'queued-messages-of-7', 0, { queue: '' });
    await ask(page);
    await says(page, 'first');
    await ask(page);
    goOn.resolve();
    await eventually(
      () => answers(page),
      (all) => all.length === 2 && all.every((text) => text === 'first last'),
    );
    await isIn(page, 'ready');
    await page.close();
  });

  test('AI SDK 7: a server that is killed in mid-answer ends it with an error', async () => {
    newGate();
    const id = 'killed-in-mid-answer';
    const page = await open(7, id, 0);
    await ask(page);
    await says(page, 'first');
    await open(7, id, 1, { page });
    await says(page, 'first');
    servers[0]!.child.kill('SIGKILL');
    await isIn(page, 'error: The answer was interrupted. Please ask again.');
    assert.deepEqual(await answers(page), ['first']);
  });
});

/** The way to a server, which takes what is sent to a phone that sleeps; the phone finds its connections broken. */
async function phoneNetwork(to: string) {
  let asleep = false;
  let swallowed = '';
  const sockets = new Set<Socket>();
  const server = createServer((phone) => {
    const ahead = connect(Number(new URL(to).port), new URL(to).hostname);
    for (const socket of [phone, ahead]) sockets.add(socket.on('error', () => {}));
    phone.pipe(ahead);
    ahead.on('data', (data) => {
      if (asleep) swallowed += data.toString();
      else phone.write(data);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const wake = () => {
    asleep = false;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sleep: () => void (asleep = true),
    swallowed: (end: string) =>
      eventually(
        () => swallowed,
        (text) => text.includes(end),
      ),
    wake,
    async [Symbol.asyncDispose]() {
      wake();
      server.close();
      await once(server, 'close');
    },
  };
}
