import { z } from 'zod';
import type { ForgeCommit } from './forge.ts';
import type { Github } from './github-call.ts';

// GitHub signs commits made by this mutation, for tokens of people and of Apps.
// https://docs.github.com/en/graphql/reference/mutations#createcommitonbranch
const mutation = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;

const answer = z.object({
  createCommitOnBranch: z.object({ commit: z.object({ oid: z.string() }) }),
});

export async function commitOnGithub(
  { repository, path, call, graphql }: Github,
  { branch, parent, isNew, message, changes }: ForgeCommit,
): Promise<void> {
  if (isNew) {
    const ref = { ref: `refs/heads/${branch}`, sha: parent };
    await call({ method: 'POST', path: `${path}/git/refs`, body: ref, answer: z.unknown() });
  }
  const [headline = '', ...body] = message.split('\n');
  const written = [...changes].filter((change): change is [string, string] => change[1] !== null);
  const input = {
    branch: { repositoryNameWithOwner: repository, branchName: branch },
    expectedHeadOid: parent,
    message: { headline, body: body.join('\n').trim() },
    fileChanges: {
      additions: written.map(([name, text]) => ({
        path: name,
        contents: Buffer.from(text).toString('base64'),
      })),
      deletions: [...changes].filter(([, text]) => text === null).map(([removed]) => ({ path: removed })),
    },
  };
  await graphql(mutation, { input }, answer);
}
