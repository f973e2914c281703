import type { TestServer } from './server.ts';
import type { SessionClient } from './session-client.ts';

/** The address of every page, over a server that has a conversation, a gap and a job. */
export async function dashboardPaths(
  server: TestServer,
  owner: SessionClient,
): Promise<Record<string, string>> {
  const project = `/default/${server.domain}`;
  const of = async (list: string) =>
    (await owner.get(`/manage/v1/projects/${server.projectId}/${list}`)).body.items;
  const [conversation] = await of('conversations');
  const [deployment] = await of('deployments');
  const [gap] = await of('gaps');
  const [job] = (await owner.get(`/v2/agent/${server.projectId}/jobs`)).body.jobs;
  return {
    projects: '/default',
    home: project,
    topics: `${project}/topics`,
    pages: `${project}/pages`,
    'one-page': `${project}/pages?path=`,
    'docs-health': `${project}/health`,
    'page-use': `${project}/page-use`,
    'test-questions': `${project}/test-questions`,
    gaps: `${project}/gaps`,
    gap: `${project}/gaps/${gap.id}`,
    plan: '/default/-/plan',
    playground: `${project}/playground?thread=${conversation.threadId}&page=/guide/install&groups=staff`,
    conversations: `${project}/conversations`,
    'conversations-none': `${project}/conversations?text=nobody-said-this`,
    conversation: `${project}/conversations/${conversation.threadId}`,
    searches: `${project}/searches`,
    deployments: `${project}/deployments`,
    deployment: `${project}/deployments/${deployment.id}`,
    jobs: `${project}/jobs`,
    'jobs-none': `${project}/jobs?status=completed`,
    triggers: `${project}/triggers`,
    'new-job': `${project}/jobs/new?gap=${gap.id}`,
    job: `${project}/jobs/${job.id}`,
    keys: `${project}/keys`,
    widget: `${project}/widget`,
    channels: `${project}/channels`,
    settings: `${project}/settings`,
    usage: '/default/-/usage',
    members: '/default/-/members',
    audit: '/default/-/audit',
    organization: '/default/-/organization',
    account: '/-/account',
    'not-found': '/default/none',
    'sign-in': '/sign-in',
    'forgot-password': '/sign-in/forgot',
    'new-password': '/sign-in/new-password#pwr_x',
    'old-invitation': '/invite#used',
  };
}
