import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** A page as last fetched. */
export type StoredPage = {
  etag: string | null;
  lastModified: string | null;
  /** The name of the file with its text; null for a page without text to index. */
  file: string | null;
  /** The name of the file with its links; null when links were not followed. */
  links: string | null;
  /** What may be its title, likeliest first. */
  titles: string[];
  /** Hashes of the blocks that may be furniture of the site, apart by spaces, which take less memory than a list. */
  blocks: string;
  /** Characters in its files. */
  size: number;
};

type Kept = Pick<StoredPage, 'file' | 'links'>;

/** The pages of a source as last read, so that unchanged pages need not be read again. */
export type PageStore<Page extends Kept = StoredPage> = {
  pages: Map<string, Page>;
  /** Stores a text. @returns the name of its file */
  keep(text: string): Promise<string>;
  read(file: string): Promise<string>;
  /** Replaces the known pages for the next run. */
  save(pages: Map<string, Page>): Promise<void>;
};

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Raise this when the same HTML gives another text. */
const version = 3;

/** @param folder created if missing */
export async function openPageStore<Page extends Kept = StoredPage>(
  folder: string,
): Promise<PageStore<Page>> {
  const texts = join(folder, 'texts');
  await mkdir(texts, { recursive: true });
  const list = join(folder, `pages-${version}.json`);
  const known: unknown = await readFile(list, 'utf8')
    .then(JSON.parse)
    .catch(() => []);
  const there = new Map((await readdir(texts)).map((file) => [file, Promise.resolve()]));
  const pages = new Map(
    (known as [string, Page][]).filter(([, page]) => filesOf(page).every((file) => there.has(file))),
  );
  return {
    pages,
    async keep(text) {
      const file = createHash('sha256').update(text).digest('hex').slice(0, 32);
      const written = there.get(file) ?? pack(text).then((packed) => writeWhole(join(texts, file), packed));
      there.set(file, written);
      await written;
      return file;
    },
    read: async (file) => (await unpack(await readFile(join(texts, file)))).toString(),
    async save(pages) {
      await writeWhole(list, JSON.stringify([...pages]));
      const used = new Set([...pages.values()].flatMap(filesOf));
      for (const file of there.keys()) {
        if (!used.has(file)) await rm(join(texts, file), { force: true });
      }
    },
  };
}

function filesOf({ file, links }: Kept): string[] {
  return [file, links].filter((name) => name !== null);
}

/** Atomic, even when the process ends in between. */
async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}
