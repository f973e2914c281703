import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { knownHashesOf, type KnownHashes } from '../content/known-hashes.ts';
import { carryAbove } from '../content/carry-above.ts';
import type { FileText, FileTree } from '../content/sources/file-tree.ts';
import { configNames } from '../content/frameworks/claims.ts';
import { openFolder } from '../content/sources/folder.ts';
import { hashFiles, hashText, readHashed } from '../content/sources/hash-files.ts';
import { openBuiltFolder } from '../content/built/built-folder.ts';
import { readMap, splitMap } from '../content/built/build-map.ts';
import { carryBuild } from '../content/carry-build.ts';
import { splitPushed } from '../content/sources/pushed-above.ts';
import { DocentError } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { MissingFile } from '../files/missing-file.ts';
import { newestPush } from '../store/pushes.ts';
import { listTexts, setTextsUnused } from '../store/pushed-files.ts';
import { pushDocs, type PushOptions } from './push-docs.ts';
import { type PushedDeps, storeTexts } from './pushed-texts.ts';
import { program } from '../lib/program.ts';

type PushedDocs = { projectId: string; name: string };

/** @param built a folder with the site's own build */
type SharedDocs = PushedDocs & { built?: string | undefined };

/**
 * The docs of the last push.
 * @throws DocentError `not_found` when there was no push, and when a needed text is missing; `not_ready` when it is
 * out of reach
 */
export async function openPushed(deps: PushedDeps, docs: PushedDocs): Promise<FileTree> {
  const pushed = await newestPush(deps.store, docs);
  if (pushed === undefined) throw new DocentError('not_found', neverPushed(docs));
  const hashes = new Map(pushed.map(({ path, sha256 }) => [path, sha256]));
  const texts = await listTexts(deps.store, docs.projectId);
  // When a text is stored twice, the one in use counts.
  const inUseLast = texts.toSorted((a, b) => Number(a.unusedSince === null) - Number(b.unusedSince === null));
  const names = new Map(inUseLast.map(({ sha256, name }) => [sha256, name]));
  const read = async (path: string): Promise<FileText> => {
    const sha256 = hashes.get(path) ?? null;
    if (sha256 === null) return { text: null, warning: 'was not pushed: it is not a text file' };
    return { text: await readText(deps, sha256, names.get(sha256)), warning: null };
  };
  const { files: pushedFiles, map } = splitMap([...hashes.keys()]);
  const { files, above } = splitPushed(pushedFiles, configNames);
  return {
    name: docs.name || 'the docs that were pushed',
    files,
    warnings: [],
    versionOf: async (path) => hashes.get(path) ?? null,
    read,
    built: () => readMap(map, read),
    ...(above !== null && {
      above: async () => ({
        folder: above.folder,
        files: [...above.paths.keys()],
        read: (file) => read(above.paths.get(file) ?? ''),
      }),
    }),
  };
}

/** Milliseconds to wait before a text is read again while the file store is out of reach. */
const waitsMs = [100, 1000, 5000, 20_000];

/**
 * Unlike a file that cannot be parsed, a missing or different one fails the deployment: a disk failure must not remove
 * pages. The next push uploads it again.
 */
async function readText({ store, files }: PushedDeps, sha256: string, name = ''): Promise<string> {
  for (const waitMs of [...waitsMs, null]) {
    const text = await textOf(files, name).catch((error: unknown) => error as Error);
    if (typeof text === 'string' && hashText(text) === sha256) return text;
    if (typeof text === 'string' || text instanceof MissingFile) break;
    if (waitMs === null) throw outOfReach(text);
    await setTimeout(waitMs);
  }
  await setTextsUnused(store, [name]);
  throw new DocentError(
    'not_found',
    'Files that were pushed cannot be read. Push the docs again: those files are uploaded again.',
  );
}

async function textOf(files: FileStore, name: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of files.get(name)) parts.push(part);
  return Buffer.concat(parts).toString();
}

function outOfReach(cause: Error): DocentError {
  const message = 'The stored files cannot be reached. Deploy again when the database or the bucket answers.';
  return new DocentError('not_ready', message, { cause });
}

function neverPushed({ name }: PushedDocs): string {
  if (name === '') return `Nothing was pushed yet. Run \`${program} deploy FOLDER --url URL --key KEY\`.`;
  if (!isAbsolute(name))
    return `Nothing was pushed to the source ${name} yet. Run \`${program} deploy FOLDER --source ${name} --url URL --key KEY\`.`;
  return `There is no folder ${name} on this server, and no other server has pushed it. Check the path, or push the docs.`;
}

/**
 * Docs of a folder, on servers that share their state: the server with the folder pushes its changes, and all servers
 * deploy the last push. Replaced docs do not come back, so an old image with an old folder changes nothing.
 * @throws DocentError `not_found`
 */
export async function openShared(
  deps: PushedDeps,
  docs: SharedDocs,
  known: Map<string, KnownHashes>,
): Promise<FileTree> {
  if (existsSync(docs.name)) await shareFolder(deps, docs, { known });
  return openPushed(deps, docs);
}

/** Uploads until all texts are there: files may change and texts may be deleted meanwhile. */
const maxRounds = 3;
const textsAtOnce = 64;

type Sharing = Partial<Pick<PushOptions, 'again' | 'deployAfterMs'>> & { known?: Map<string, KnownHashes> };

/**
 * Pushes a folder of this machine to the servers that share its state.
 * @param again also when newer docs have replaced these
 * @returns whether they are new to the servers
 * @throws DocentError `not_ready` when texts are deleted during the push
 */
export async function shareFolder(
  deps: PushedDeps,
  { projectId, name, built }: SharedDocs,
  { again = false, deployAfterMs, known = new Map() }: Sharing = {},
): Promise<boolean> {
  const folder = await openFolder(name, configNames);
  const carried = await carryAbove(folder);
  const tree =
    built === undefined ? carried : await carryBuild(carried, folder, await openBuiltFolder(built));
  const files = await hashFiles(tree, knownHashesOf(known, `${projectId}:${name}`));
  for (let round = 0; ; round++) {
    const { missing, isNew } = await pushDocs(deps.store, files, { projectId, name, again, deployAfterMs });
    // A text that was lost and uploaded again counts as new.
    if (missing.length === 0) return isNew || round > 0;
    if (round === maxRounds) throw deletedMeanwhile(name);
    const wanted = new Set(missing);
    const unsent = files.filter(({ sha256 }) => sha256 !== null && wanted.delete(sha256));
    for (let at = 0; at < unsent.length; at += textsAtOnce) {
      const some = unsent.slice(at, at + textsAtOnce);
      const texts = await Promise.all(some.map((file) => readHashed(tree, file)));
      await storeTexts(
        deps,
        projectId,
        texts.filter((text) => text !== null),
      );
    }
  }
}

function deletedMeanwhile(name: string): DocentError {
  return new DocentError(
    'not_ready',
    `Texts of ${name} were deleted during the push. They are pushed again at the next poll.`,
  );
}
