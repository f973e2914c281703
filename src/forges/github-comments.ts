import type { Octokit } from '@octokit/rest';
import { z } from 'zod';
import type { CommentAnswer } from './forge.ts';
import { checked } from './github-answer.ts';

type At = { owner: string; repo: string };

const comments = z.object({ nodes: z.array(z.object({ body: z.string() })) });
// Comment ids exceed GraphQL's Int, so they are strings.
const inThread = z.object({
  nodes: z.array(z.object({ fullDatabaseId: z.coerce.string(), body: z.string() })),
});
const found = z.object({
  repository: z.object({
    pullRequest: z.object({
      comments,
      reviewThreads: z.object({
        nodes: z.array(z.object({ id: z.string(), isResolved: z.boolean(), comments: inThread })),
      }),
    }),
  }),
});

const created = z.object({ id: z.number() });

// Only the GraphQL API has threads. https://docs.github.com/en/graphql/reference/objects#pullrequestreviewthread
const query = `query ($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      comments(last: 100) { nodes { body } }
      reviewThreads(last: 100) {
        nodes { id isResolved comments(first: 100) { nodes { fullDatabaseId body } } }
      }
    }
  }
}`;
const resolveThread =
  'mutation ($id: ID!) { resolveReviewThread(input: {threadId: $id}) { clientMutationId } }';

/** Replies to an inline comment in its thread, to any other with a comment on the pull request. */
export async function answerGithubComment(
  octokit: Octokit,
  at: At,
  id: string,
  { comment, isInline, text, marker, resolve }: CommentAnswer,
): Promise<void> {
  const number = Number(id);
  const { pullRequest } = checked(found, await octokit.graphql(query, { ...at, number })).repository;
  const isAnswer = ({ body }: { body: string }) => body.includes(marker);
  const thread = pullRequest.reviewThreads.nodes.find(({ comments }) =>
    comments.nodes.some(({ fullDatabaseId }) => fullDatabaseId === comment),
  );
  if (!isInline || thread === undefined) {
    if (pullRequest.comments.nodes.some(isAnswer)) return;
    const { data } = await octokit.issues.createComment({ ...at, issue_number: number, body: text });
    checked(created, data);
    return;
  }
  if (!thread.comments.nodes.some(isAnswer)) {
    const first = Number(thread.comments.nodes[0]!.fullDatabaseId);
    const { data } = await octokit.pulls.createReplyForReviewComment({
      ...at,
      pull_number: number,
      comment_id: first,
      body: text,
    });
    checked(created, data);
  }
  if (resolve && !thread.isResolved) await octokit.graphql(resolveThread, { id: thread.id });
}
