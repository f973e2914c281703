import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A repository event other than a push that may start a job. */
export type CodeEvent =
  | {
      kind: 'merged';
      /** The URL for people. */
      repository: string;
      number: number;
      title: string;
      body: string;
      /** Null in a fork. */
      branch: string | null;
      /** The commit that merged it, or a ref of one like it. */
      commit: string | null;
      /** Its newest commit, and one of the base from before; absent from events of earlier versions. */
      head?: string | null;
      before?: string | null;
      /** The branch that it was merged into, and the repository's default branch. */
      base?: string | undefined;
      defaultBranch?: string | undefined;
      /** Together with the branch, these identify its author: the URL, and the branch's newest commit. */
      marks: string[];
    }
  | { kind: 'released'; repository: string; tag: string; title: string; body: string }
  | {
      kind: 'reviewed';
      /** The pull request's branch; null in a fork. */
      branch: string | null;
      id: string;
      author: string;
      isBot: boolean;
      /** Whether the forge says that the author is an outsider; only GitHub tells. */
      isStranger: boolean;
      path: string | null;
      line: number | null;
      text: string;
    };

const text = z
  .string()
  .nullish()
  .transform((value) => (value ?? '').slice(0, 20_000));
const person = z.object({ login: z.string().max(200), type: z.string().max(50).optional() });
const branchName = z.string().max(1_000).optional();
const repository = z.object({ html_url: z.string().max(2_000), default_branch: branchName });
// https://docs.github.com/en/graphql/reference/enums#commentauthorassociation
const association = z.string().max(50).optional();
const insiders = ['OWNER', 'MEMBER', 'COLLABORATOR'];
/** Strict, because the value becomes part of a command and of a folder's name. */
const commitId = z
  .string()
  .regex(/^[0-9a-f]{40,64}$/)
  .nullish()
  .catch(null);
const repo = z.object({ id: z.number() }).nullish().catch(null);
const head = z.object({ ref: z.string().max(1_000), sha: commitId, repo });
const base = z.object({ ref: branchName, sha: commitId, repo }).optional();
type Ends = { head: z.infer<typeof head>; base?: z.infer<typeof base> };
/** Anybody may name a branch of a fork like one of ours. */
const branchOf = ({ head, base }: Ends) => (head.repo?.id === base?.repo?.id ? head.ref : null);
const address = z.string().max(2_000).nullish();
const marksOf = (...marks: (string | null | undefined)[]) => marks.filter((mark) => mark != null);

// https://docs.github.com/en/webhooks/webhook-events-and-payloads ; Gitea and Forgejo send the same fields.
const mergedBody = z.object({
  action: z.literal('closed'),
  pull_request: z.object({
    number: z.number(),
    title: text,
    body: text,
    merged: z.literal(true),
    merge_commit_sha: commitId,
    /** Gitea's; its base is the branch after the merge. */
    merge_base: commitId,
    html_url: address,
    head,
    base,
  }),
  repository,
});
const releasedBody = z.object({
  action: z.enum(['published', 'released']),
  release: z.object({ tag_name: z.string().max(500), name: text, body: text }),
  repository,
});
const commentBody = z.object({
  action: z.enum(['created', 'submitted', 'reviewed']),
  pull_request: z.object({ head, base }),
  comment: z
    .object({
      id: z.number(),
      body: text,
      path: z.string().max(1_000).nullish(),
      line: z.number().nullish(),
      user: person,
      author_association: association,
    })
    .optional(),
  review: z
    .object({
      id: z.number().optional(),
      body: text,
      content: text,
      user: person.optional(),
      author_association: association,
    })
    .optional(),
  sender: person.optional(),
});

/** The events of GitHub, Gitea and Forgejo; null for an event that starts no job. */
export function readCodeEvent(name: string, body: unknown): CodeEvent | null {
  if (name === 'pull_request') {
    const { data } = mergedBody.safeParse(body);
    if (data === undefined) return null;
    const {
      number,
      title,
      body: words,
      merge_commit_sha,
      merge_base,
      html_url,
      head,
      base,
    } = data.pull_request;
    return {
      kind: 'merged',
      repository: data.repository.html_url,
      number,
      title,
      body: words,
      branch: branchOf(data.pull_request),
      commit: merge_commit_sha ?? null,
      head: head.sha ?? null,
      before: merge_base ?? base?.sha ?? null,
      base: base?.ref,
      defaultBranch: data.repository.default_branch,
      marks: marksOf(html_url, head.sha),
    };
  }
  if (name === 'release') {
    const { data } = releasedBody.safeParse(body);
    if (data === undefined) return null;
    const { tag_name: tag, name: title, body: words } = data.release;
    return { kind: 'released', repository: data.repository.html_url, tag, title, body: words };
  }
  return name.startsWith('pull_request_') ? readComment(body) : null;
}

function readComment(body: unknown): CodeEvent | null {
  const { data } = commentBody.safeParse(body);
  const said = data?.comment ?? data?.review;
  const author = said?.user ?? data?.sender;
  const words = data?.comment?.body || data?.review?.body || data?.review?.content || '';
  if (data === undefined || author === undefined || words.trim() === '') return null;
  return {
    kind: 'reviewed',
    branch: branchOf(data.pull_request),
    // Gitea sends a review without its id.
    id: String(said?.id ?? createHash('sha256').update(words).digest('hex').slice(0, 16)),
    author: author.login,
    isBot: author.type === 'Bot' || author.login.endsWith('[bot]'),
    isStranger: said?.author_association !== undefined && !insiders.includes(said.author_association),
    path: data.comment?.path ?? null,
    line: data.comment?.line ?? null,
    text: words,
  };
}

// https://docs.gitlab.com/user/project/integrations/webhook_events/
const source = {
  source_branch: z.string().max(1_000),
  source_project_id: z.number().nullish(),
  target_project_id: z.number().nullish(),
};
type Source = z.infer<z.ZodObject<typeof source>>;
const sourceBranch = (from: Source) =>
  from.source_project_id === from.target_project_id ? from.source_branch : null;
const project = z.object({ web_url: z.string().max(2_000), default_branch: branchName });
const mergeRequestHook = z.object({
  object_attributes: z.object({
    action: z.literal('merge'),
    iid: z.number().int(),
    title: text,
    description: text,
    ...source,
    target_branch: branchName,
    merge_commit_sha: commitId,
    url: address,
    last_commit: z.object({ id: commitId }).nullish().catch(null),
  }),
  project,
});
const releaseHook = z.object({
  action: z.literal('create'),
  tag: z.string().max(500),
  name: text,
  description: text,
  project,
});
const noteHook = z.object({
  user: z.object({ username: z.string().max(200) }),
  object_attributes: z.object({
    id: z.number(),
    note: text,
    noteable_type: z.literal('MergeRequest'),
    position: z
      .object({ new_path: z.string().max(1_000).nullish(), new_line: z.number().nullish() })
      .nullish(),
  }),
  merge_request: z.object(source),
});

/** The same for GitLab. */
export function readGitlabEvent(name: string, body: unknown): CodeEvent | null {
  const merged = mergeRequestHook.safeParse(body).data;
  if (name === 'Merge Request Hook' && merged !== undefined) {
    const {
      iid: number,
      title,
      description,
      merge_commit_sha,
      target_branch: base,
      url,
      last_commit,
    } = merged.object_attributes;
    return {
      kind: 'merged',
      repository: merged.project.web_url,
      number,
      title,
      body: description,
      branch: sourceBranch(merged.object_attributes),
      // Without a commit of its own, after a fast-forward, the last trial merge tells where the base was:
      // https://docs.gitlab.com/ci/pipelines/merged_results_pipelines/
      commit: merge_commit_sha ?? `refs/merge-requests/${number}/merge`,
      head: last_commit?.id ?? null,
      before: null,
      base,
      defaultBranch: merged.project.default_branch,
      marks: marksOf(url, last_commit?.id),
    };
  }
  const released = releaseHook.safeParse(body).data;
  if (name === 'Release Hook' && released !== undefined) {
    const { tag, name: title, description } = released;
    return { kind: 'released', repository: released.project.web_url, tag, title, body: description };
  }
  const noted = noteHook.safeParse(body).data;
  if (name !== 'Note Hook' || noted === undefined) return null;
  const { id, note, position } = noted.object_attributes;
  return {
    kind: 'reviewed',
    branch: sourceBranch(noted.merge_request),
    id: String(id),
    author: noted.user.username,
    isBot: /(?:^|_)bot(?:_|$)/.test(noted.user.username),
    isStranger: false,
    path: position?.new_path ?? null,
    line: position?.new_line ?? null,
    text: note,
  };
}
