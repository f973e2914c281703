import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request, withQuery } from './request.ts';
import type { JobStatus } from '../../../../src/lib/job-status.ts';
import type { AuditEntry } from '../../../../src/protocol/manage/audit-entry-schema.ts';
import type { Channel, ChannelDraft } from '../../../../src/protocol/manage/channel-schema.ts';
import type { Conversation, SearchTerm, Turn } from '../../../../src/protocol/manage/conversation-schema.ts';
import type { Deployment, WholeDeployment } from '../../../../src/protocol/manage/deployment-schema.ts';
import type { EvalQuestion } from '../../../../src/protocol/manage/eval-question-schema.ts';
import type { Findings } from '../../../../src/protocol/manage/finding-schema.ts';
import type {
  AskedGap,
  Gap,
  GapQuestion,
  GapStatus,
  Topic,
  TopicName,
} from '../../../../src/protocol/manage/gap-schema.ts';
import type { IndexPages, ReadIndexPage } from '../../../../src/protocol/manage/index-page-schema.ts';
import type { Invitation } from '../../../../src/protocol/manage/invitation-schema.ts';
import type { Job, JobChange, JobFile } from '../../../../src/protocol/manage/job-schema.ts';
import type { Key } from '../../../../src/protocol/manage/key-schema.ts';
import type { Trigger } from '../../../../src/protocol/manage/trigger-schema.ts';
import type { CountedList, List } from '../../../../src/protocol/manage/list-schema.ts';
import type { Member } from '../../../../src/protocol/manage/member-schema.ts';
import type { ServerOrganization } from '../../../../src/protocol/manage/organization-schema.ts';
import type { Notifications } from '../../../../src/protocol/manage/notifications-schema.ts';
import type { Overview } from '../../../../src/protocol/manage/overview-schema.ts';
import type { KindUse, PageUse } from '../../../../src/protocol/manage/page-use-schema.ts';
import type { Plan } from '../../../../src/protocol/manage/plan-schema.ts';
import type { Preview } from '../../../../src/protocol/manage/preview-schema.ts';
import type { Project } from '../../../../src/protocol/manage/project-schema.ts';
import type { SavedView } from '../../../../src/protocol/manage/saved-view-schema.ts';
import type { Session } from '../../../../src/protocol/manage/session-schema.ts';
import type { Usage } from '../../../../src/protocol/manage/usage-schema.ts';

const get = <Answer>(path: string) => request<Answer>('GET', path);

/** Milliseconds in which what a route has loaded is not loaded again by its page; a change is, at once. */
const justLoaded = 1_000;

/** A list with paging; the first page is one request. */
function list<Item, More = unknown>(
  key: unknown[],
  path: string,
  query: Record<string, string | number | undefined> = {},
) {
  return infiniteQueryOptions({
    queryKey: [...key, query],
    queryFn: ({ pageParam }) =>
      get<List<Item> & { total?: number | null; totalBefore?: number | null } & More>(
        withQuery(path, { ...query, cursor: pageParam }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: justLoaded,
  });
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => get<Session>('/manage/v1/session'),
  staleTime: 60_000,
});

export const operatorQueries = {
  organizations: list<ServerOrganization>(['operator', 'organizations'], '/manage/v1/operator/organizations'),
};

/** The queries of an organization, by its id or slug. */
export function organizationQueries(organization: string) {
  const path = `/manage/v1/organizations/${encodeURIComponent(organization)}`;
  const key = ['organization', organization];
  return {
    projects: list<Project>([...key, 'projects'], `${path}/projects`, { limit: 100 }),
    project: (domain: string) =>
      queryOptions({
        queryKey: [...key, 'project', domain],
        queryFn: async () =>
          (await get<List<Project>>(withQuery(`${path}/projects`, { domain }))).items[0] ?? null,
        staleTime: 60_000,
        // Another tab may have changed it.
        refetchOnWindowFocus: 'always',
      }),
    members: list<Member>([...key, 'members'], `${path}/members`),
    invitations: list<Invitation>([...key, 'invitations'], `${path}/invitations`),
    audit: (query: { action?: string; dateFrom?: string; dateTo?: string }) =>
      list<AuditEntry>([...key, 'audit'], `${path}/audit`, query),
    keys: (projectId?: string) => list<Key>([...key, 'keys'], `${path}/keys`, { projectId }),
    notifications: queryOptions({
      queryKey: [...key, 'notifications'],
      queryFn: () => get<Notifications>(`${path}/notifications`),
    }),
    plan: queryOptions({ queryKey: [...key, 'plan'], queryFn: () => get<Plan>(`${path}/plan`) }),
    usage: (query: { dateFrom?: string; dateTo?: string; projectId?: string | undefined }) =>
      queryOptions({
        queryKey: [...key, 'usage', query],
        queryFn: () => get<Usage>(withQuery(`${path}/usage`, query)),
      }),
  };
}

export const agentPath = (projectId: string) => `/v2/agent/${projectId}`;
export const jobPath = (projectId: string, jobId: string) =>
  `${agentPath(projectId)}/job/${encodeURIComponent(jobId)}`;

/** The queries of a project, by its id. */
export function projectQueries(projectId: string) {
  const path = `/manage/v1/projects/${projectId}`;
  const key = ['project', projectId];
  return {
    overview: queryOptions({
      queryKey: [...key, 'overview'],
      queryFn: () => get<Overview>(`${path}/overview`),
    }),
    conversations: (filter: Record<string, string | undefined>) =>
      list<Conversation>([...key, 'conversations'], `${path}/conversations`, filter),
    conversation: (threadId: string, filter: Record<string, string | undefined> = {}) =>
      queryOptions({
        queryKey: [...key, 'conversation', threadId, filter],
        queryFn: () =>
          get<Conversation & { turns: Turn[]; older: string | null; newer: string | null }>(
            withQuery(`${path}/conversations/${encodeURIComponent(threadId)}`, filter),
          ),
      }),
    searches: (query: { results?: string | undefined; sort?: string; dateFrom?: string; dateTo?: string }) =>
      list<SearchTerm>([...key, 'searches'], `${path}/searches`, query),
    gaps: (query: { status: GapStatus; sort?: string; dateFrom?: string; dateTo?: string }) =>
      list<AskedGap, { closedWithProof: number }>([...key, 'gaps'], `${path}/gaps`, query),
    channels: queryOptions({
      queryKey: [...key, 'channels'],
      queryFn: async () => (await get<List<Channel>>(`${path}/channels`)).items,
    }),
    drafts: queryOptions({
      queryKey: [...key, 'drafts'],
      queryFn: async () => (await get<List<ChannelDraft>>(`${path}/drafts`)).items,
    }),
    triggers: list<Trigger>([...key, 'triggers'], `${path}/triggers`),
    waitingTriggers: queryOptions({
      queryKey: [...key, 'triggers', 'waiting'],
      queryFn: async () => (await get<List<Trigger>>(`${path}/triggers/waiting`)).items,
    }),
    waitingJobs: queryOptions({
      queryKey: [...key, 'jobs', 'waiting'],
      queryFn: async () => {
        const active = withQuery(`${agentPath(projectId)}/jobs`, { status: 'active' });
        return (await get<{ jobs: Job[] }>(active)).jobs.filter(({ waitsFor }) => waitsFor !== null);
      },
    }),
    evalQuestions: list<EvalQuestion>([...key, 'eval-questions'], `${path}/eval-questions`),
    views: queryOptions({
      queryKey: [...key, 'views'],
      queryFn: () => get<List<SavedView>>(`${path}/views`),
      staleTime: 60_000,
    }),
    pageUse: (query: { sort: string; kind?: string; dateFrom?: string; dateTo?: string }) =>
      list<PageUse, { kinds: KindUse[] }>([...key, 'page-use'], `${path}/page-use`, query),
    findings: (query: { kind?: string | undefined }) =>
      infiniteQueryOptions({
        queryKey: [...key, 'index', 'findings', query],
        queryFn: ({ pageParam }) =>
          get<Findings>(withQuery(`${path}/index/findings`, { ...query, cursor: pageParam })),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      }),
    indexPages: (text: string) =>
      queryOptions({
        queryKey: [...key, 'index', 'pages', text],
        queryFn: () => get<IndexPages>(withQuery(`${path}/index/pages`, { text })),
      }),
    indexPage: (page: string) =>
      queryOptions({
        queryKey: [...key, 'index', 'page', page],
        // The first page of a site has an empty path, which is still a path.
        queryFn: () => get<ReadIndexPage>(`${path}/index/page?${new URLSearchParams({ path: page })}`),
      }),
    // A row has five links and a chart, which keep a browser busy.
    topics: (query: { sort?: string; dateFrom?: string; dateTo?: string; limit?: number }) =>
      list<Topic>([...key, 'topics'], `${path}/topics`, { limit: 25, ...query }),
    topicNames: (text: string) =>
      queryOptions({
        queryKey: [...key, 'topic-names', text],
        queryFn: async () =>
          (await get<{ items: TopicName[] }>(withQuery(`${path}/topic-names`, { text }))).items,
        placeholderData: keepPreviousData,
      }),
    gap: (gapId: string) =>
      queryOptions({
        queryKey: [...key, 'gap', gapId],
        queryFn: () => get<Gap & { questions: GapQuestion[] }>(`${path}/gaps/${gapId}`),
      }),
    jobs: (query: { status?: JobStatus | undefined }) =>
      infiniteQueryOptions({
        queryKey: [...key, 'jobs', query],
        queryFn: async ({ pageParam }): Promise<CountedList<Job>> => {
          const { jobs: items, ...rest } = await get<Omit<CountedList<Job>, 'items'> & { jobs: Job[] }>(
            withQuery(`${agentPath(projectId)}/jobs`, { ...query, cursor: pageParam }),
          );
          return { items, ...rest };
        },
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      }),
    job: (id: string) =>
      queryOptions({
        queryKey: [...key, 'job', id],
        queryFn: () => get<Job>(jobPath(projectId, id)),
      }),
    jobChange: (id: string) =>
      queryOptions({
        queryKey: [...key, 'job', id, 'change'],
        queryFn: () => get<JobChange>(`${jobPath(projectId, id)}/change`),
        staleTime: justLoaded,
      }),
    jobFile: (id: string, of: { round: number; path: string }) =>
      queryOptions({
        queryKey: [...key, 'job-file', id, of],
        queryFn: () => get<JobFile>(withQuery(`${jobPath(projectId, id)}/file`, of)),
        // The files of a finished round never change.
        staleTime: Infinity,
      }),
    deployments: list<Deployment>([...key, 'deployments'], `${path}/deployments`),
    models: queryOptions({
      queryKey: [...key, 'models'],
      queryFn: async () => (await get<{ items: string[] }>(`${path}/models`)).items,
      staleTime: 60_000,
    }),
    previews: queryOptions({
      queryKey: [...key, 'previews'],
      queryFn: async () => (await get<{ items: Preview[] }>(`${path}/previews`)).items,
    }),
    deployment: (id: string) =>
      queryOptions({
        queryKey: [...key, 'deployment', id],
        queryFn: () => get<WholeDeployment>(`${path}/deployments/${id}`),
      }),
  };
}
