import { z } from 'zod';
import type { CommentAnswer } from './forge.ts';
import type { Github } from './github-call.ts';

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
  { repository, path, call, graphql }: Github,
  id: string,
  { comment, isInline, text, marker, resolve }: CommentAnswer,
): Promise<void> {
  const [owner, repo] = repository.split('/');
  const { pullRequest } = (await graphql(query, { owner, repo, number: Number(id) }, found)).repository;
  const post = (path: string) => call({ method: 'POST', path, body: { body: text }, answer: created });
  const isAnswer = ({ body }: { body: string }) => body.includes(marker);
  const thread = pullRequest.reviewThreads.nodes.find(({ comments }) =>
    comments.nodes.some(({ fullDatabaseId }) => fullDatabaseId === comment),
  );
  if (!isInline || thread === undefined) {
    if (pullRequest.comments.nodes.some(isAnswer)) return;
    await post(`${path}/issues/${id}/comments`);
    return;
  }
  if (!thread.comments.nodes.some(isAnswer)) {
    const first = thread.comments.nodes[0]!.fullDatabaseId;
    await post(`${path}/pulls/${id}/comments/${first}/replies`);
  }
  if (resolve && !thread.isResolved) await graphql(resolveThread, { id: thread.id }, z.unknown());
}
