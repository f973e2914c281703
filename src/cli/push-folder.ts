import { carryAbove } from '../content/carry-above.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import { configNames } from '../content/frameworks/claims.ts';
import { openFolder } from '../content/sources/folder.ts';
import { type HashedFile, hashFiles, readHashed } from '../content/sources/hash-files.ts';
import { DocentError } from '../errors.ts';
import { carryBuild } from '../content/carry-build.ts';
import { readBuild } from './built-option.ts';
import type { ApiClient } from './api-client.ts';

type Pushed = { statusId: string | null; missing: string[] };

/** Maximum texts and characters of one request. */
const max = { texts: 500, characters: 4 * 1024 ** 2 };

/** Uploads until all texts are there: files may change meanwhile. */
const maxRounds = 3;

/**
 * Pushes the changes of a folder to a project with pushed docs, and deploys them.
 * @param built the site's own build, of which a map is pushed
 * @param source the name of the pushed source, when there are several
 * @returns the id of the deployment
 * @throws DocentError `not_found` when there is no such folder, and the server's errors
 */
export async function pushFolder(
  api: ApiClient,
  projectId: string,
  folder: string,
  { confirm, source, built }: { confirm: boolean; source: string | undefined; built?: string | undefined },
): Promise<string> {
  const path = `/manage/v1/projects/${projectId}/push`;
  const docs = await openFolder(folder, configNames);
  const carried = await carryAbove(docs);
  const tree = built === undefined ? carried : await carryBuild(carried, docs, await readBuild(built));
  const files = await hashFiles(tree);
  for (let round = 0; ; round++) {
    const { statusId, missing } = await api.send<Pushed>('POST', path, { source, files, confirm });
    if (statusId !== null) return statusId;
    if (round === maxRounds) throw changedMeanwhile(folder);
    const wanted = new Set(missing);
    const unsent = files.filter(({ sha256 }) => sha256 !== null && wanted.delete(sha256));
    for await (const texts of batches(tree, unsent)) await api.send('POST', `${path}/texts`, { texts });
  }
}

function changedMeanwhile(folder: string): DocentError {
  return new DocentError(
    'conflict',
    `${folder} changed while it was sent. Deploy it again when nothing changes in it.`,
  );
}

async function* batches(tree: FileTree, files: HashedFile[]): AsyncGenerator<string[]> {
  let texts: string[] = [];
  let characters = 0;
  for (const file of files) {
    const text = await readHashed(tree, file);
    if (text === null) continue;
    if (texts.length > 0 && (texts.length === max.texts || characters + text.length > max.characters)) {
      yield texts;
      texts = [];
      characters = 0;
    }
    texts.push(text);
    characters += text.length;
  }
  if (texts.length > 0) yield texts;
}
