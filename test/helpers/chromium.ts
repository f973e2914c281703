import { createReadStream, existsSync } from 'node:fs';
import { chmod, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { patience } from './eventually.ts';

/** Where pictures of the run are left to look at, if anywhere. */
export const screenshotFolder = process.env['DOCENT_TEST_SCREENSHOTS'];

const packed = fileURLToPath(new URL('../bin/chromium.br', import.meta.resolve('@sparticuz/chromium')));
/** Not in the folder for temporary files, where it could be another user's. */
const unpacked = fileURLToPath(
  new URL('../../node_modules/.cache/chromium-153.0.0/chromium', import.meta.url),
);

/** Pages live for seconds: to compile what may never run, and to optimize the rest, takes longer than it saves. */
const briefly = '--js-flags=--no-turbofan,--max-lazy';

/** Nobody looks, unless pictures are kept: without memory for them, hardly a pixel is painted, a seventh of the CPU. */
const unseen = screenshotFolder ? [] : ['--force-gpu-mem-available-mb=1'];

/** What runs files one after the other ends with all that is open. */
const isShared = basename(process.argv[1] ?? '') === 'run-files.ts';
let shared: Browser | undefined;

export type TestBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>;

/** A headless Chromium, from npm: one for all files of a process, where `close` closes its contexts. */
export async function openChromium(): Promise<TestBrowser> {
  if (!isShared) return startChromium();
  const browser = shared?.isConnected() ? shared : await startChromium();
  shared = browser;
  return {
    newContext: (options) => browser.newContext(options),
    newPage: (options) => browser.newPage(options),
    async close() {
      for (const context of browser.contexts()) await context.close();
    },
  };
}

async function startChromium(): Promise<Browser> {
  if (!existsSync(unpacked)) await unpack();
  // Tests run as root in containers, where the sandbox cannot; nothing that protects pages is turned off.
  const browser = await chromium.launch({
    executablePath: unpacked,
    args: [
      '--headless=shell',
      '--no-sandbox',
      '--disable-gpu',
      '--force-prefers-reduced-motion',
      briefly,
      ...unseen,
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(patience));
  return browser;
}

/**
 * Aside first, because several tests may unpack at once, and never over one that may run: Chromium starts itself by its
 * path. The package's own way would use one that is half there.
 */
async function unpack(): Promise<void> {
  const mine = `${unpacked}.${process.pid}`;
  await mkdir(dirname(mine), { recursive: true });
  await writeFile(mine, createReadStream(packed).pipe(createBrotliDecompress()));
  await chmod(mine, 0o755);
  await link(mine, unpacked).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(mine);
}
