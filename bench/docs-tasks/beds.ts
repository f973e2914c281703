import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Task } from './task.ts';

/** Where each docs set comes from, and the commit that the tasks are about. */
export const beds = {
  asciidoctor: { repository: 'asciidoctor/asciidoctor', commit: 'ae5891df10f12dda069abea8a318c9b94d545bee' },
  'docsify-themeable': {
    repository: 'jhildenbiddle/docsify-themeable',
    commit: '8631fa4565b686d924e6808f5900a6e97ba028a9',
  },
  etcd: { repository: 'etcd-io/website', commit: '824597935df6e95992ef61c07e3222f4f796ca6c' },
  flask: { repository: 'pallets/flask', commit: '2ac89889f4cc330eabd50f295dcef02828522c69' },
  jekyll: { repository: 'jekyll/jekyll', commit: '202df571314ba1d18e9fccd81d12aaad4a703c38' },
  mcp: {
    repository: 'modelcontextprotocol/modelcontextprotocol',
    commit: 'b0f60ba5409db7a6582440a7b473cc0398890f15',
  },
  mdbook: { repository: 'rust-lang/mdBook', commit: '641d06abe7d10d981ed61dd2711a30e4119666cd' },
  redux: { repository: 'reduxjs/redux', commit: '3084fc33bb23ab4cab4796172eafe342da4e73d9' },
  'sphinx-book-theme': {
    repository: 'executablebooks/sphinx-book-theme',
    commit: '055af058303995447ee3ada036e9c88d701f51e5',
  },
  starlight: { repository: 'withastro/starlight', commit: '3999be7cc18b41095d61e3b63d68ff3e6c6c050b' },
  'swr-site': { repository: 'vercel/swr-site', commit: 'd2557b11f30299569a729a81bed7ac86f9fc635b' },
  uv: { repository: 'astral-sh/uv', commit: '26a9dd4b2125bc271b47855e1fa0c49af3365db5' },
  vite: { repository: 'vitejs/vite', commit: 'a98c8d95d552c6fa98ab66fb810f5b39ad5abf49' },
};

const texts = new Map<string, Promise<Map<string, Uint8Array>>>();

/**
 * The files that a task begins with.
 * @param data the folder that holds `beds/`
 * @throws Error when the bed is of another commit, or does not hold what the task changes
 */
export async function filesOf(data: string, task: Task): Promise<Record<string, string | Uint8Array>> {
  const known = texts.get(task.bed) ?? readBed(data, task.bed);
  texts.set(task.bed, known);
  const files: Record<string, string | Uint8Array> = Object.fromEntries(await known);
  for (const change of task.before ?? []) {
    if ('text' in change) files[change.path] = change.text;
    else {
      const text = Buffer.from(files[change.path] ?? '').toString();
      if (text.split(change.old).length !== 2)
        throw new Error(`${change.path} does not hold once: ${change.old}`);
      files[change.path] = text.replace(change.old, () => change.new);
    }
  }
  return files;
}

async function readBed(data: string, bed: keyof typeof beds): Promise<Map<string, Uint8Array>> {
  const folder = join(data, 'beds', bed);
  const commit = await readFile(join(folder, 'COMMIT'), 'utf8');
  if (!commit.startsWith(beds[bed].commit))
    throw new Error(`${folder} is not ${beds[bed].repository} at ${beds[bed].commit}.`);
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path), await readFile(path));
  }
  return files;
}
