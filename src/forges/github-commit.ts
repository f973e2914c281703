import type { Octokit } from '@octokit/rest';
import { z } from 'zod';
import type { ForgeCommit } from './forge.ts';
import { checked } from './github-answer.ts';

// GitHub signs commits made by this mutation, for tokens of people and of Apps.
// https://docs.github.com/en/graphql/reference/mutations#createcommitonbranch
const mutation = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;

const answer = z.object({
  createCommitOnBranch: z.object({ commit: z.object({ oid: z.string() }) }),
});

export async function commitOnGithub(
  octokit: Octokit,
  at: { owner: string; repo: string },
  { branch, parent, isNew, message, changes }: ForgeCommit,
): Promise<void> {
  if (isNew) await octokit.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: parent });
  const [headline = '', ...body] = message.split('\n');
  const written = [...changes].filter((change): change is [string, string] => change[1] !== null);
  const input = {
    branch: { repositoryNameWithOwner: `${at.owner}/${at.repo}`, branchName: branch },
    expectedHeadOid: parent,
    message: { headline, body: body.join('\n').trim() },
    fileChanges: {
      additions: written.map(([path, text]) => ({ path, contents: Buffer.from(text).toString('base64') })),
      deletions: [...changes].filter(([, text]) => text === null).map(([path]) => ({ path })),
    },
  };
  checked(answer, await octokit.graphql(mutation, { input }));
}
