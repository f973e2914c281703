import { posix } from 'node:path';
import { ForgeFault, passingForgeFaults } from '../git/forge-fault.ts';
import { isDocsFile } from '../content/site/endings.ts';
import { isWritable } from './docs-path.ts';
import { jobOfBranch } from './job-branch.ts';
import type { DocsRepository } from './deps.ts';

/** An open pull request of a person, and the pages that it changes; a folder's path ends with a slash. */
export type OthersChange = { url: string; files: string[] };

/** Each costs a request. */
const maxPulls = 30;

/** What people's open pull requests change in the docs. Where the forge does not tell, nothing is known of it. */
export async function othersChanges({
  repository: { forge, docsRoot },
}: {
  repository: Pick<DocsRepository, 'forge' | 'docsRoot'>;
}): Promise<OthersChange[]> {
  const isPage = (path: string) => {
    const page = path.endsWith('/') ? posix.join(path, 'index.md') : path;
    return isDocsFile(page) && isWritable(page, docsRoot);
  };
  const read = async () => {
    const open = await forge.listOpen();
    const theirs = open.filter(({ branch }) => jobOfBranch(branch) === null).slice(0, maxPulls);
    const changes: OthersChange[] = [];
    for (const { id, url } of theirs) {
      const files = (await forge.changedFiles(id)).filter(isPage);
      if (files.length > 0) changes.push({ url, files });
    }
    return changes;
  };
  return ifTold(read(), []);
}

/** What a forge tells, and something else where it does not. @throws ForgeFault that may pass */
export function ifTold<Value>(told: Promise<Value>, otherwise: Value): Promise<Value> {
  return told.catch((error: unknown) => {
    if (!(error instanceof ForgeFault) || passingForgeFaults.includes(error.code)) throw error;
    return otherwise;
  });
}
