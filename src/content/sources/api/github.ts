import { z } from 'zod';
import { DocentError } from '../../../errors.ts';
import type { ApiPlace, ApiSource, Entry, EntryPage } from './api-source.ts';
import { authorizationOf, type CallApi, checked } from './call-api.ts';

// Only the GraphQL API has discussions: https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions
const lists = {
  discussions: `discussions(first: 100, after: $after, answered: true) {
    pageInfo { hasNextPage endCursor } nodes { id updatedAt answer { id updatedAt } } }`,
  issues: `issues(first: 100, after: $after, states: CLOSED) {
    pageInfo { hasNextPage endCursor } nodes { id updatedAt stateReason closedAt } } latestRelease { publishedAt }`,
  releases: `releases(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { id updatedAt isDraft } }`,
};

const reading = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id
  ... on Discussion { number title body url answerChosenAt author { ...who }
    answer { body author { ...who } } category { name } }
  ... on Issue { number title body url closedAt author { ...who }
    comments(last: 30) { nodes { body authorAssociation author { ...who } } } }
  ... on Release { tagName name description url publishedAt author { login name } }
} }
fragment who on Actor { __typename login ... on User { name } }`;

const date = z.string().nullish();
const who = z
  .object({ __typename: z.string().optional(), login: z.string(), name: z.string().nullish() })
  .nullish();
const listed = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  nodes: z.array(
    z.object({
      id: z.string(),
      updatedAt: z.string(),
      answer: z.object({ id: z.string(), updatedAt: z.string() }).nullish(),
      stateReason: z.string().nullish(),
      closedAt: date,
      isDraft: z.boolean().optional(),
    }),
  ),
});
const comment = z.object({ body: z.string(), author: who, authorAssociation: z.string().optional() });
const node = z.discriminatedUnion('__typename', [
  z.object({
    __typename: z.literal('Discussion'),
    id: z.string(),
    number: z.number(),
    title: z.string(),
    body: z.string(),
    url: z.string(),
    answerChosenAt: date,
    author: who,
    answer: comment.nullish(),
  }),
  z.object({
    __typename: z.literal('Issue'),
    id: z.string(),
    number: z.number(),
    title: z.string(),
    body: z.string(),
    url: z.string(),
    closedAt: date,
    author: who,
    comments: z.object({ nodes: z.array(comment) }),
  }),
  z.object({
    __typename: z.literal('Release'),
    id: z.string(),
    tagName: z.string(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    url: z.string(),
    publishedAt: date,
    author: who,
  }),
]);
type Node = z.output<typeof node>;
type Comment = z.output<typeof comment>;

/** An issue that was solved before the newest release tells of a version that hardly anybody has. */
const fixedWeight = 0.5;

/** Who speaks for a project. https://docs.github.com/en/graphql/reference/enums#commentauthorassociation */
const maintainers = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** Answered discussions, closed issues in which a maintainer said something, and releases of a repository. */
export const github: ApiSource = {
  name: 'GitHub',
  headers({ token }) {
    if (token === null)
      throw new DocentError(
        'source_unreachable',
        'GitHub’s discussions, issues and releases are read with a token. Give the source one that may read the repository.',
      );
    return authorizationOf(token);
  },
  async *list(place, call) {
    for (const part of place.what) yield* listPart(place, part, call);
  },
  async read(place, ids, call) {
    const { nodes } = (await ask(place, call, reading, { ids })) as { nodes?: unknown[] };
    const pages = new Map<string, EntryPage>();
    for (const one of nodes ?? []) {
      const { data: found } = node.safeParse(one);
      const page = found && pageOf(found);
      if (found !== undefined && page != null) pages.set(found.id, page);
    }
    return pages;
  },
};

async function* listPart(place: ApiPlace, part: keyof typeof lists, call: CallApi): AsyncGenerator<Entry> {
  const [, owner, name = ''] = place.url.pathname.split('/');
  const query = `query ($owner: String!, $name: String!, $after: String) { repository(owner: $owner, name: $name) { ${lists[part]} } }`;
  for (let after: string | null = null; ;) {
    const variables = { owner, name: name.replace(/\.git$/, ''), after };
    const { repository } = (await ask(place, call, query, variables)) as {
      repository?: Record<string, unknown>;
    };
    const page = checked(listed, repository?.[part], 'GitHub');
    const newest =
      (repository!['latestRelease'] as { publishedAt?: string } | null | undefined)?.publishedAt ?? '';
    for (const { id, updatedAt, answer, stateReason, closedAt, isDraft } of page.nodes) {
      if (isDraft === true || stateReason === 'DUPLICATE') continue;
      const isOld = stateReason === 'COMPLETED' && closedAt != null && closedAt < newest;
      yield {
        id,
        version: [updatedAt, answer?.id, answer?.updatedAt].join(' '),
        ...(isOld && { weight: fixedWeight }),
      };
    }
    after = page.pageInfo.endCursor ?? null;
    if (!page.pageInfo.hasNextPage || after === null) return;
  }
}

/** https://docs.github.com/en/graphql/guides/forming-calls-with-graphql */
async function ask({ url }: ApiPlace, call: CallApi, query: string, variables: object): Promise<object> {
  const api = url.host === 'github.com' ? 'https://api.github.com/graphql' : `${url.origin}/api/graphql`;
  const answer = (await call(new URL(api), { query, variables })) as {
    data?: object | null;
    errors?: { type?: string; message?: string }[];
  };
  const [error] = answer.errors ?? [];
  if (error?.type === 'RATE_LIMITED')
    throw new DocentError('not_ready', 'GitHub allows no more requests now. It is asked again later.');
  if (error?.type === 'NOT_FOUND' && !('ids' in variables))
    throw new DocentError(
      'not_found',
      `GitHub has no repository ${url.href}, or the token may not see it. Check the address and the token’s rights.`,
    );
  if (error?.type === 'FORBIDDEN' || error?.type === 'INSUFFICIENT_SCOPES')
    throw new DocentError(
      'source_unreachable',
      'GitHub does not let the token read this repository. Give it read access to discussions, issues and contents.',
    );
  // An entry that was deleted since it was listed is an error beside the others; any other one may pass.
  if ('ids' in variables && answer.errors?.some(({ type }) => type !== 'NOT_FOUND'))
    throw new DocentError('not_ready', 'GitHub could not read all entries. It is asked again later.');
  return checked(z.looseObject({}), answer.data, 'GitHub');
}

function pageOf(found: Node): EntryPage | null {
  switch (found.__typename) {
    case 'Discussion': {
      const { number, title, body, url, answer, answerChosenAt: at, author } = found;
      if (answer == null) return null;
      return {
        path: `discussions/${number}`,
        url,
        title,
        kind: 'discussion',
        label: 'Discussion, answered',
        date: at ?? null,
        text: { markdown: asked(body, 'Answer', answer.body) },
        people: namesOf(author, answer.author),
      };
    }
    case 'Issue': {
      const { number, title, body, url, closedAt, author, comments } = found;
      const last = lastWord(comments.nodes);
      if (last === null) return null;
      return {
        path: `issues/${number}`,
        url,
        title,
        kind: 'issue',
        label: 'Issue, closed',
        date: closedAt ?? null,
        text: { markdown: asked(body, 'What a maintainer says', last.body) },
        people: namesOf(author, ...comments.nodes.map((one) => one.author)),
      };
    }
    case 'Release': {
      const { tagName, name, description, url, publishedAt, author } = found;
      return {
        path: `releases/${tagName.replaceAll(/[^\w.+-]/g, '-')}`,
        url,
        title: name || tagName,
        kind: 'release',
        label: 'Release',
        date: publishedAt ?? null,
        text: { markdown: description ?? '' },
        people: namesOf(author),
      };
    }
  }
}

/** The last thing that a maintainer said, who is no bot. */
function lastWord(comments: Comment[]): Comment | null {
  const isSaid = ({ authorAssociation, author, body }: Comment): boolean =>
    maintainers.has(authorAssociation ?? '') && author?.__typename !== 'Bot' && body.trim() !== '';
  return comments.findLast(isSaid) ?? null;
}

function asked(question: string, heading: string, answer: string): string {
  return `## Question\n\n${belowHeading(question)}\n\n## ${heading}\n\n${belowHeading(answer)}\n`;
}

/** Headings of what people wrote stand below ours; comments, as in templates, are not shown. */
function belowHeading(markdown: string): string {
  return markdown
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/<!--[^]{0,10000}?-->/g, '')
    .replaceAll(/^(#{1,4}) /gm, '##$1 ')
    .trim();
}

function namesOf(...people: z.output<typeof who>[]): string[] {
  return people.flatMap((one) => (one == null ? [] : [one.login, ...(one.name ? [one.name] : [])]));
}
