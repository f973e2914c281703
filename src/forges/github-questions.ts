import { z } from 'zod';
import type { ForgeAnswer, ForgeQuestion } from './forge.ts';
import type { Github } from './github-call.ts';

type Posted = { id: string; url: string };

const comment = z.object({ id: z.number(), html_url: z.string() });
const listedComment = z.object({ id: z.number(), body: z.string().nullish() });
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
  github: Github,
  question: ForgeQuestion,
  answer: ForgeAnswer,
): Promise<Posted> {
  return question.kind === 'issue'
    ? answerIssue(github, question.number, answer)
    : answerDiscussion(github, question.nodeId, answer);
}

async function answerIssue(
  { path, call }: Github,
  number: number,
  { body, marker, known, isRetry }: ForgeAnswer,
) {
  const comments = `${path}/issues/${number}/comments`;
  let id = known;
  if (id === null && isRetry) {
    const listed = (await call({ path: `${comments}?per_page=100`, answer: z.array(listedComment) }))!;
    id = listed.find((each) => each.body?.includes(marker))?.id.toString() ?? null;
  }
  const place =
    id === null
      ? ({ method: 'POST', path: comments } as const)
      : ({ method: 'PATCH', path: `${path}/issues/comments/${id}` } as const);
  const posted = (await call({ ...place, body: { body }, answer: comment }))!;
  return { id: String(posted.id), url: posted.html_url };
}

async function answerDiscussion(
  { graphql }: Github,
  nodeId: string,
  { body, marker, known, isRetry }: ForgeAnswer,
) {
  let id = known;
  if (id === null && isRetry) {
    const { node: found } = await graphql(listComments, { id: nodeId }, listed);
    id = found?.comments.nodes.find((each) => each.body?.includes(marker))?.id ?? null;
  }
  const name = id === null ? 'addDiscussionComment' : 'updateDiscussionComment';
  const query = id === null ? addComment : updateComment;
  const written = z.object({ [name]: z.object({ comment: node }) });
  const { comment: posted } = (await graphql(query, { id: id ?? nodeId, body }, written))[name]!;
  return { id: posted.id, url: posted.url };
}
