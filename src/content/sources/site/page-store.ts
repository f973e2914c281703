import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** A page as it was fetched last. */
export type StoredPage = {
  etag: string | null;
  lastModified: string | null;
  /** The name of the file with its text; null for a page that has none to index. */
  file: string | null;
  /** Where a crawl can go on from it. */
  links: string[];
};

/** The pages of a site as they were fetched last, so that those that are the same need not be sent again. */
export type PageStore = {
  pages: Map<string, StoredPage>;
  /** Keeps a text. @returns the name of its file */
  keep(text: string): Promise<string>;
  read(file: string): Promise<string>;
  /** Makes these the pages that are known, for the next run. */
  save(pages: Map<string, StoredPage>): Promise<void>;
};

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Raised whenever the same HTML would be kept as another text. */
const version = 1;

/** @param folder is made when it is not there */
export async function openPageStore(folder: string): Promise<PageStore> {
  const texts = join(folder, 'texts');
  await mkdir(texts, { recursive: true });
  const list = join(folder, `pages-${version}.json`);
  const known: unknown = await readFile(list, 'utf8')
    .then(JSON.parse)
    .catch(() => []);
  const there = new Set(await readdir(texts));
  const pages = new Map(
    (known as [string, StoredPage][]).filter(([, { file }]) => file === null || there.has(file)),
  );
  return {
    pages,
    async keep(text) {
      const file = createHash('sha256').update(text).digest('hex').slice(0, 32);
      if (there.has(file)) return file;
      there.add(file);
      await writeWhole(join(texts, file), await pack(text));
      return file;
    },
    read: async (file) => (await unpack(await readFile(join(texts, file)))).toString(),
    async save(pages) {
      await writeWhole(list, JSON.stringify([...pages]));
      const used = new Set([...pages.values()].map(({ file }) => file));
      for (const file of there) {
        if (!used.has(file)) await rm(join(texts, file), { force: true });
      }
    },
  };
}

/** Never half of it, whenever the process ends. */
async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}
