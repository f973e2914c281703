// Every block of code that people paste, as it stands in the guides, against a served project.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { checkArguments } from '../../src/cli/check-arguments.ts';
import { listCommands } from '../../src/cli/command-table.ts';
import { commands } from '../../src/cli/commands.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { exampleDocs } from '../helpers/docs-folder.ts';
import { startDocsSite } from '../helpers/docs-site.ts';
import { patience } from '../helpers/eventually.ts';
import { guideBlocks, type GuideBlock } from '../helpers/guide-blocks.ts';
import { temporaryFolder } from '../helpers/repository.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';
import { root } from '../helpers/source-files.ts';

const run = promisify(execFile);
const blocks = guideBlocks();
const of = (...languages: string[]) =>
  blocks.filter(({ language, notRun }) => languages.includes(language) && notRun === null);
const isChat = ({ code }: GuideBlock) => code.includes('export function Chat()');

/** What is no code, or configures what is not here. */
const shownOnly: Record<string, string> = {
  '': 'an address, headers, a list of files, or Caddy’s configuration',
  txt: 'an address, or a policy, under which the tags of the guides run',
  text: 'what a command prints',
  md: 'a file of instructions',
  nginx: 'needs nginx',
  python: 'needs Sphinx',
};

test('each block is run, parsed, shown only, or says why it is not run', (t) => {
  const known = new Set(['sh', 'json', 'yaml', 'toml', 'js', 'ts', 'tsx', 'jsx', 'html', 'css']);
  for (const { at, language, code, notRun } of blocks) {
    const why = notRun ?? shownOnly[language];
    assert.ok(known.has(language) || why !== undefined, `${at}: ${language}`);
    assert.ok(language === 'sh' || !/^\s*(?:npx )?docent [a-z]/m.test(code), `${at} is a command`);
    if (why !== undefined) t.diagnostic(`not run: ${at}: ${why}`);
  }
});

test('data in the guides is read', () => {
  const read: Record<string, (text: string) => unknown> = {
    json: (text) =>
      /^\{.*\}$/m.test(text)
        ? text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : JSON.parse(text),
    yaml: (text) => parseYaml(text),
    toml: (text) => parseToml(text),
  };
  for (const { at, language, code } of of('json', 'yaml', 'toml'))
    assert.doesNotThrow(() => read[language]!(code), at);
});

describe('code of the guides', () => {
  let server: TestServer;
  let filled: (code: string) => string;
  let values: Record<string, string>;

  before(async () => {
    server = await startServer({ docs: exampleDocs });
    const { url, domain, assistantKey, adminKey, projectId } = server;
    const answer = await post(`${url}/discovery/v2/assistant/${domain}/message`, assistantKey, {
      fp: 'ann',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I install it?' }] }],
    });
    const messageId = /"messageId":"(msg_\w+)"/.exec(await answer.text())![1]!;
    const started = await post(`${url}/v1/project/update/${projectId}`, adminKey, {});
    const { statusId } = (await started.json()) as { statusId: string };
    // What the guides say in place of a reader's own.
    const placeholders: [RegExp | string, string][] = [
      [/https:\/\/(?:ask|docent)\.example\.com|http:\/\/localhost:3000/g, url],
      [/svc_dsc_…/g, assistantKey],
      [/svc_…/g, adminKey],
      [/msg_…/g, messageId],
      [/\bPROJECT_ID\b(?<!\$PROJECT_ID)/g, projectId],
      [/(?<=data-domain=")docs(?=")/g, domain],
      ['{{ .Site.Language.Lang }}', 'en'],
      [
        /(?<![\w./-])my-product(?![\w.]|\/docs)|(?<=\/)my-product(?=\/(?:message|llms|pages)|["'\s])/g,
        domain,
      ],
    ];
    filled = (code) => placeholders.reduce((text, [name, value]) => text.replaceAll(name, value), code);
    values = {
      DOCENT_URL: url,
      DOCENT_KEY: adminKey,
      DOCENT_READER_SECRET: 'a'.repeat(32),
      KEY: assistantKey,
      PROJECT_ID: projectId,
      STATUS_ID: statusId,
    };
  });
  after(() => server.close());

  test('shells run what is in them; each docent command is one with these options', async (t) => {
    const folder = await temporaryFolder(t);
    const record = join(folder, 'commands');
    // Started by its name, or in a checkout by npm.
    const shims: Record<string, string> = {
      docent: '',
      npx: '[ "$1" = docent ] || exit 1; shift',
      npm: '[ "$1" = start ] || exit 1; set -- serve "${@:3}"',
    };
    for (const [name, begin] of Object.entries(shims)) {
      const text = `#!/bin/bash\n${begin}\nprintf '%s\\x1f' "$@" >> '${record}'; echo >> '${record}'\n`;
      await writeFile(join(folder, name), text);
      await chmod(join(folder, name), 0o755);
    }
    await writeFile(join(folder, '.curlrc'), `silent\nshow-error\nfail\nmax-time = ${patience / 1000}\n`);
    const env = { ...values, PATH: `${folder}:${process.env['PATH']}`, CURL_HOME: folder };
    for (const { at, code } of of('sh')) {
      const script = `set -euo pipefail\n${filled(code)}`;
      // Bash takes a socket as its input for a remote shell's, and would read ~/.bashrc.
      await run('bash', ['--norc', '-c', script], { cwd: folder, env }).catch((error: unknown) =>
        assert.fail(`${at}: ${String(error)}`),
      );
    }
    const typed = (await readFile(record, 'utf8')).trim().split('\n');
    assert.ok(typed.length > 20);
    for (const line of typed) {
      const words = line.split('\x1f').slice(0, -1);
      const found = listCommands(commands).find(([name]) => `${words.join(' ')} `.startsWith(`${name} `));
      assert.ok(found !== undefined, words.join(' '));
      const [name, load] = found;
      const command = await load();
      assert.doesNotThrow(
        () => checkArguments(command, words.slice(name.split(' ').length)),
        words.join(' '),
      );
    }
  });

  test('programs run', async (t) => {
    const folder = await temporaryFolder(t);
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await mkdir(join(folder, 'clients'));
    await symlink(join(root, 'test/clients/node_modules'), join(folder, 'clients/node_modules'));
    // The newest major, whatever others have brought along.
    await mkdir(join(folder, 'clients/app/node_modules'), { recursive: true });
    await symlink(join(root, 'node_modules/ai-7.0.173'), join(folder, 'clients/app/node_modules/ai'));
    for (const [nth, { at, language, code }] of of('js', 'ts').entries()) {
      const file = join(folder, 'clients/app', `${nth}.${language === 'js' ? 'mjs' : 'mts'}`);
      await writeFile(file, filled(code));
      await run(process.execPath, [file], { env: { ...process.env, ...values } }).catch((error: unknown) =>
        assert.fail(`${at}: ${String(error)}`),
      );
    }
  });

  describe('in a browser', () => {
    let browser: TestBrowser;
    before(async () => {
      browser = await openChromium();
    });
    after(() => browser.close());

    for (const { at, code } of of('html'))
      test(`the tag of ${at} opens the assistant`, async (t) => {
        const [tag] = of('html').filter((one) => one.at.startsWith('docs/guides/widget.md'));
        const [policy] = of('txt').filter((one) => one.code.startsWith('script-src'));
        const styles = of('css').map((one) => `<style>${one.code}</style>`);
        const page = await browser.newPage();
        t.after(() => page.close());
        const faults: string[] = [];
        page.on('pageerror', (error) => faults.push(error.message));
        page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
        const whole = code.includes('widget.js') ? code : tag!.code + code;
        const icon = '<link rel="icon" href="data:," />';
        const site = await startDocsSite({
          pages: { '/': filled(`${whole}${styles.join('')}${icon}`) },
          policy: filled(policy!.code.trim()),
        });
        t.after(() => site.close());
        await page.goto(`${site.url}/`);
        if (!code.includes('inline')) await page.getByRole('button', { name: 'Ask AI' }).first().click();
        await page.getByRole('textbox', { name: 'Ask or search the docs' }).waitFor();
        assert.deepEqual(faults, []);
      });

    for (const block of of('tsx').filter(isChat))
      test(`the chat of ${block.at} answers`, async (t) => {
        const major = block.at.includes('ai-sdk-4') ? 4 : 7;
        const site = await startDocsSite({ pages: { '/': await chatPage(filled(block.code), major) } });
        t.after(() => site.close());
        const page = await browser.newPage();
        t.after(() => page.close());
        const faults: string[] = [];
        page.on('pageerror', (error) => faults.push(error.message));
        await page.goto(`${site.url}/`);
        await page.locator('input').or(page.locator('main:empty')).waitFor({ state: 'attached' });
        assert.deepEqual(faults, []);
        for (const question of ['How do I install Harbour on Linux?', 'And on macOS?']) {
          await page.locator('input').fill(question);
          await page.locator('input').press('Enter');
          await page.getByText(question).waitFor();
        }
        await page
          .getByText(/apt install harbour/)
          .first()
          .waitFor();
        await page
          .getByText(/brew install harbour/)
          .first()
          .waitFor();
        assert.deepEqual(faults, []);
      });
  });
});

/** A page with the block's `Chat`. Markdown is shown as text, because the clients here have no renderer of it. */
async function chatPage(code: string, major: number): Promise<string> {
  const app = join(root, 'test/clients/guide-app.tsx');
  const client = major === 4 ? 'ai-4.3.19' : `use-chat-${major}`;
  const made: Record<string, string> = {
    [app]: `${code}\nimport { createRoot } from 'react-dom/client';\ncreateRoot(document.querySelector('main')!).render(<Chat />);`,
    '\0react-markdown': 'export default ({ children }) => children;',
  };
  const bundle = await rolldown({
    input: app,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: 'react-jsx' },
    logLevel: 'silent',
    plugins: [
      {
        name: 'guide',
        async resolveId(source, importer) {
          if (source === app) return app;
          if (importer !== app) return null;
          if (source === 'react-markdown') return '\0react-markdown';
          if (source === '@ai-sdk/react') return this.resolve(major === 4 ? `${client}/react` : client, app);
          if (source !== 'ai') return null;
          // The transport has to be of the same release.
          return major === 4
            ? this.resolve(client, app)
            : this.resolve('ai', (await this.resolve(client, app))!.id);
        },
        load: (id) => made[id] ?? null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  const script = output[0].code.replaceAll('</script', '<\\/script');
  return `<!doctype html><meta charset="utf-8"><title>Chat</title><main></main><script>${script}</script>`;
}
