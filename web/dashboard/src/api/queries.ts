import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request, withQuery } from './request.ts';
import type * as api from './types.ts';

const get = <Answer>(path: string) => request<Answer>('GET', path);

/** A list that is read page by page; the first page answers in one request. */
function list<Item>(key: unknown[], path: string, query: Record<string, string | number | undefined> = {}) {
  return infiniteQueryOptions({
    queryKey: [...key, query],
    queryFn: ({ pageParam }) => get<api.List<Item>>(withQuery(path, { ...query, cursor: pageParam })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => get<api.Session>('/manage/v1/session'),
  staleTime: 60_000,
});

export const operatorQueries = {
  organizations: list<api.ServerOrganization>(
    ['operator', 'organizations'],
    '/manage/v1/operator/organizations',
  ),
};

/** Everything of an organization, by its id or slug. */
export function organizationQueries(organization: string) {
  const path = `/manage/v1/organizations/${encodeURIComponent(organization)}`;
  const key = ['organization', organization];
  return {
    projects: list<api.Project>([...key, 'projects'], `${path}/projects`, { limit: 100 }),
    project: (domain: string) =>
      queryOptions({
        queryKey: [...key, 'project', domain],
        queryFn: async () =>
          (await get<api.List<api.Project>>(withQuery(`${path}/projects`, { domain }))).items[0] ?? null,
        staleTime: 60_000,
      }),
    members: list<api.Member>([...key, 'members'], `${path}/members`),
    invitations: list<api.Invitation>([...key, 'invitations'], `${path}/invitations`),
    audit: (query: { action?: string; dateFrom?: string; dateTo?: string }) =>
      list<api.AuditEntry>([...key, 'audit'], `${path}/audit`, query),
    keys: (projectId?: string) => list<api.Key>([...key, 'keys'], `${path}/keys`, { projectId }),
    plan: queryOptions({ queryKey: [...key, 'plan'], queryFn: () => get<api.Plan>(`${path}/plan`) }),
    usage: (query: { dateFrom: string; projectId?: string | undefined }) =>
      queryOptions({
        queryKey: [...key, 'usage', query],
        queryFn: () => get<api.Usage>(withQuery(`${path}/usage`, query)),
      }),
  };
}

export const agentPath = (projectId: string) => `/v2/agent/${projectId}`;
export const jobPath = (projectId: string, jobId: string) =>
  `${agentPath(projectId)}/job/${encodeURIComponent(jobId)}`;

export type ConversationFilter = {
  status?: string | undefined;
  feedback?: string | undefined;
  text?: string | undefined;
  dateFrom?: string | undefined;
};

/** Everything of a project, by its id. */
export function projectQueries(projectId: string) {
  const path = `/manage/v1/projects/${projectId}`;
  const key = ['project', projectId];
  return {
    overview: queryOptions({
      queryKey: [...key, 'overview'],
      queryFn: () => get<api.Overview>(`${path}/overview`),
    }),
    conversations: (filter: ConversationFilter) =>
      list<api.Conversation>([...key, 'conversations'], `${path}/conversations`, filter),
    conversation: (threadId: string) =>
      queryOptions({
        queryKey: [...key, 'conversation', threadId],
        queryFn: () =>
          get<api.Conversation & { turns: api.Turn[] }>(
            `${path}/conversations/${encodeURIComponent(threadId)}`,
          ),
      }),
    searches: (query: { results?: string | undefined; dateFrom?: string | undefined }) =>
      list<api.SearchTerm>([...key, 'searches'], `${path}/searches`, query),
    gaps: (status: api.GapStatus) => list<api.Gap>([...key, 'gaps'], `${path}/gaps`, { status }),
    gap: (gapId: string) =>
      queryOptions({
        queryKey: [...key, 'gap', gapId],
        queryFn: () => get<api.Gap & { questions: api.GapQuestion[] }>(`${path}/gaps/${gapId}`),
      }),
    jobs: (query: { status?: api.JobStatus | undefined }) =>
      infiniteQueryOptions({
        queryKey: [...key, 'jobs', query],
        queryFn: async ({ pageParam }): Promise<api.List<api.Job>> => {
          const { jobs: items, nextCursor } = await get<{ jobs: api.Job[]; nextCursor: string | null }>(
            withQuery(`${agentPath(projectId)}/jobs`, { ...query, cursor: pageParam }),
          );
          return { items, nextCursor };
        },
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      }),
    job: (id: string) =>
      queryOptions({
        queryKey: [...key, 'job', id],
        queryFn: () => get<api.Job>(jobPath(projectId, id)),
      }),
    jobChange: (id: string) =>
      queryOptions({
        queryKey: [...key, 'job', id, 'change'],
        queryFn: () => get<api.JobChange>(`${jobPath(projectId, id)}/change`),
      }),
    deployments: list<api.Deployment>([...key, 'deployments'], `${path}/deployments`),
    previews: queryOptions({
      queryKey: [...key, 'previews'],
      queryFn: async () => (await get<{ items: api.Preview[] }>(`${path}/previews`)).items,
    }),
    deployment: (id: string) =>
      queryOptions({
        queryKey: [...key, 'deployment', id],
        queryFn: () => get<api.Deployment & { logs: string[] }>(`${path}/deployments/${id}`),
      }),
  };
}
