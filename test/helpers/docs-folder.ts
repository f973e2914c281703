import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small docs site of an invented product. */
export const exampleDocs: Record<string, string> = {
  'index.md': '# Harbour\n\nHarbour keeps container images close to the machines that run them.\n',
  'guide/install.md': `---
title: Install Harbour
description: How to install Harbour on Linux and macOS.
---

Harbour needs two gigabytes of memory.

## Linux

Install Harbour on Linux with the package manager:

\`\`\`sh
apt install harbour
\`\`\`

## macOS

Install Harbour on macOS with Homebrew. Run \`brew install harbour\`.
`,
  'guide/proxy.mdx': `---
title: Configure a proxy
---

import { Note } from '../components'

Harbour reads the proxy address from the \`proxyUrl\` setting.

<Note>The proxy must accept the CONNECT method.</Note>

## Authentication

Put the user name and the password into the \`proxyAuth\` setting. They are never written to the log.
`,
  'reference/limits.md':
    '# Limits\n\n## Rate limits\n\nHarbour accepts 500 pulls in an hour for each address.\n',
  'internal/prices.md':
    '---\ntitle: Prices\ngroups: [staff]\n---\n\nThe secret discount code for partners is SEAGULL.\n',
};

/** Writes files into a new folder under the system's temporary folder. */
export async function docsFolder(
  files: Record<string, string> = exampleDocs,
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'docent-docs-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
