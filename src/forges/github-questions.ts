import type { Octokit } from '@octokit/rest';
import { z } from 'zod';
import type { ForgeAnswer, ForgeQuestion } from './forge.ts';
import { checked } from './github-answer.ts';

type At = { owner: string; repo: string };
type Posted = { id: string; url: string };

const comment = z.object({ id: z.number(), html_url: z.string() });
const node = z.object({ id: z.string(), url: z.string(), body: z.string().optional() });
const listed = z.object({ node: z.object({ comments: z.object({ nodes: z.array(node) }) }).nullable() });

// Only the GraphQL API writes to discussions. https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions
const listComments =
  'query ($id: ID!) { node(id: $id) { ... on Discussion { comments(last: 50) { nodes { id url body } } } } }';
const addComment =
  'mutation ($id: ID!, $body: String!) { addDiscussionComment(input: {discussionId: $id, body: $body}) { comment { id url } } }';
const updateComment =
  'mutation ($id: ID!, $body: String!) { updateDiscussionComment(input: {commentId: $id, body: $body}) { comment { id url } } }';

/** Comments on a discussion or issue once: what a lost response has left there already is changed. */
export async function answerOnGithub(
  octokit: Octokit,
  at: At,
  question: ForgeQuestion,
  answer: ForgeAnswer,
): Promise<Posted> {
  return question.kind === 'issue'
    ? answerIssue(octokit, at, question.number, answer)
    : answerDiscussion(octokit, question.nodeId, answer);
}

async function answerIssue(
  octokit: Octokit,
  at: At,
  number: number,
  { body, marker, known, isRetry }: ForgeAnswer,
) {
  let id = known;
  if (id === null && isRetry) {
    const { data } = await octokit.issues.listComments({ ...at, issue_number: number, per_page: 100 });
    id = data.find((each) => each.body?.includes(marker))?.id.toString() ?? null;
  }
  const { data } =
    id === null
      ? await octokit.issues.createComment({ ...at, issue_number: number, body })
      : await octokit.issues.updateComment({ ...at, comment_id: Number(id), body });
  const posted = checked(comment, data);
  return { id: String(posted.id), url: posted.html_url };
}

async function answerDiscussion(
  octokit: Octokit,
  nodeId: string,
  { body, marker, known, isRetry }: ForgeAnswer,
) {
  let id = known;
  if (id === null && isRetry) {
    const { node: found } = checked(listed, await octokit.graphql(listComments, { id: nodeId }));
    id = found?.comments.nodes.find((each) => each.body?.includes(marker))?.id ?? null;
  }
  const name = id === null ? 'addDiscussionComment' : 'updateDiscussionComment';
  const written = await octokit.graphql(id === null ? addComment : updateComment, { id: id ?? nodeId, body });
  const read = checked(z.object({ [name]: z.object({ comment: node }) }), written);
  const { comment: posted } = read[name]!;
  return { id: posted.id, url: posted.url };
}
