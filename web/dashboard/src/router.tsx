import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { organizationQueries, sessionQuery } from './api/queries.ts';
import { RequestError } from './api/request.ts';
import type { JobStatus } from '../../../src/lib/job-status.ts';
import { Shell } from './layout/shell.tsx';
import { lazyPage } from './lazy-page.ts';
import { loadOfProject, startList } from './load-page.ts';
import { type ChannelName, channelNames } from './ui/channel-names.ts';
import { conversationQuery, readConversationSearch } from './pages/conversations/conversation-search.ts';
import { type FindingKind, findingKinds } from './pages/index/finding-words.ts';
import { readJobSearch } from './pages/jobs/job-search.ts';
import { loadJob } from './pages/jobs/load-job.ts';
import {
  gapQuery,
  pageUseQuery,
  readGapSearch,
  readPageUseSearch,
  readSearchesSearch,
  readTopicSearch,
  searchesQuery,
  topicQuery,
} from './pages/list-search.ts';
import { readPlaygroundSearch } from './pages/playground/point-of-view.ts';
import { type PeriodSearch, readPeriod } from './ui/period-search.ts';
import { ErrorState, PageSkeleton } from './ui/states.tsx';
import { Toasts } from './ui/toast.tsx';

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  notFoundComponent: NothingHere,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ to, error }: Record<string, unknown>): { to?: string; error?: string } => ({
    ...(typeof to === 'string' && { to }),
    ...(typeof error === 'string' && { error }),
  }),
  component: lazyPage(() => import('./pages/sign-in.tsx'), 'SignInPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/forgot',
  component: lazyPage(() => import('./pages/password-reset.tsx'), 'ForgotPasswordPage'),
});

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/new-password',
  component: lazyPage(() => import('./pages/password-reset.tsx'), 'NewPasswordPage'),
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyPage(() => import('./pages/invitation.tsx'), 'InvitationPage'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyPage(() => import('./pages/invitation.tsx'), 'InvitationPage'),
});

/** Every page below loads the session first, and redirects to the sign-in page without one. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const session = await context.client.ensureQueryData(sessionQuery);
    if (session.user === null) throw redirect({ to: '/sign-in', search: { to: location.href } });
    return { session };
  },
  errorComponent: PageError,
});

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: ({ context }) => {
    const first = context.session.organizations[0];
    if (first !== undefined) throw redirect({ to: '/$org', params: { org: first.slug } });
  },
  component: lazyPage(() => import('./pages/no-organization.tsx'), 'NoOrganizationPage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/-/account',
  component: lazyPage(() => import('./pages/account.tsx'), 'AccountPage'),
});

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: '/$org',
  component: Shell,
  errorComponent: PageError,
});

const projects = createRoute({
  getParentRoute: () => organization,
  path: '/',
  component: lazyPage(() => import('./pages/projects.tsx'), 'ProjectsPage'),
});

const usage = createRoute({
  getParentRoute: () => organization,
  path: '/-/usage',
  validateSearch: (search: Record<string, unknown>): PeriodSearch => readPeriod(search),
  component: lazyPage(() => import('./pages/usage.tsx'), 'UsagePage'),
});

const plan = createRoute({
  getParentRoute: () => organization,
  path: '/-/plan',
  component: lazyPage(() => import('./pages/plan.tsx'), 'PlanPage'),
});

const members = createRoute({
  getParentRoute: () => organization,
  path: '/-/members',
  component: lazyPage(() => import('./pages/members.tsx'), 'MembersPage'),
});

const organizationSettings = createRoute({
  getParentRoute: () => organization,
  path: '/-/organization',
  component: lazyPage(() => import('./pages/organization.tsx'), 'OrganizationPage'),
});

const audit = createRoute({
  getParentRoute: () => organization,
  path: '/-/audit',
  validateSearch: (search: Record<string, unknown>): PeriodSearch => readPeriod(search),
  component: lazyPage(() => import('./pages/audit.tsx'), 'AuditPage'),
});

const project = createRoute({
  getParentRoute: () => organization,
  path: '/$domain',
  loader: ({ context, params: { org, domain } }) =>
    context.client.ensureQueryData(organizationQueries(org).project(domain)),
  errorComponent: PageError,
});

const home = createRoute({
  getParentRoute: () => project,
  path: '/',
  loader: (load) => loadOfProject(load, (queries) => queries.overview),
  component: lazyPage(() => import('./pages/home/home.tsx'), 'HomePage'),
});

const playground = createRoute({
  getParentRoute: () => project,
  path: '/playground',
  validateSearch: readPlaygroundSearch,
  component: lazyPage(() => import('./pages/playground/playground.tsx'), 'PlaygroundPage'),
});

const keys = createRoute({
  getParentRoute: () => project,
  path: '/keys',
  component: lazyPage(() => import('./pages/keys/keys.tsx'), 'KeysPage'),
});

const widget = createRoute({
  getParentRoute: () => project,
  path: '/widget',
  component: lazyPage(() => import('./pages/widget/widget.tsx'), 'WidgetPage'),
});

const channels = createRoute({
  getParentRoute: () => project,
  path: '/channels',
  validateSearch: ({ channel }: Record<string, unknown>): { channel?: ChannelName } => {
    const name = channelNames.find((one) => one === channel);
    return { ...(name && { channel: name }) };
  },
  component: lazyPage(() => import('./pages/channels/channels.tsx'), 'ChannelsPage'),
});

const conversations = createRoute({
  getParentRoute: () => project,
  path: '/conversations',
  validateSearch: readConversationSearch,
  loaderDeps: ({ search }) => search,
  loader: (load) => startList(load, (queries) => queries.conversations(conversationQuery(load.deps))),
  component: lazyPage(() => import('./pages/conversations/conversations.tsx'), 'ConversationsPage'),
});

const conversation = createRoute({
  getParentRoute: () => project,
  path: '/conversations/$threadId',
  validateSearch: readConversationSearch,
  loaderDeps: ({ search }) => search,
  loader: (load) =>
    loadOfProject(load, (queries) =>
      queries.conversation(load.params.threadId, conversationQuery(load.deps)),
    ),
  component: lazyPage(() => import('./pages/conversations/conversation.tsx'), 'ConversationPage'),
});

const topics = createRoute({
  getParentRoute: () => project,
  path: '/topics',
  validateSearch: readTopicSearch,
  loaderDeps: ({ search }) => search,
  loader: (load) => startList(load, (queries) => queries.topics(topicQuery(load.deps))),
  component: lazyPage(() => import('./pages/topics/topics.tsx'), 'TopicsPage'),
});

const gaps = createRoute({
  getParentRoute: () => project,
  path: '/gaps',
  validateSearch: readGapSearch,
  loaderDeps: ({ search }) => search,
  loader: (load) => startList(load, (queries) => queries.gaps(gapQuery(load.deps))),
  component: lazyPage(() => import('./pages/gaps/gaps.tsx'), 'GapsPage'),
});

const gap = createRoute({
  getParentRoute: () => project,
  path: '/gaps/$gapId',
  loader: (load) => loadOfProject(load, (queries) => queries.gap(load.params.gapId)),
  component: lazyPage(() => import('./pages/gaps/gap.tsx'), 'GapPage'),
});

const searches = createRoute({
  getParentRoute: () => project,
  path: '/searches',
  validateSearch: readSearchesSearch,
  loaderDeps: ({ search }) => search,
  loader: (load) => startList(load, (queries) => queries.searches(searchesQuery(load.deps))),
  component: lazyPage(() => import('./pages/searches.tsx'), 'SearchesPage'),
});

const triggers = createRoute({
  getParentRoute: () => project,
  path: '/triggers',
  component: lazyPage(() => import('./pages/triggers/triggers.tsx'), 'TriggersPage'),
});

const deployments = createRoute({
  getParentRoute: () => project,
  path: '/deployments',
  component: lazyPage(() => import('./pages/deployments/deployments.tsx'), 'DeploymentsPage'),
});

const deployment = createRoute({
  getParentRoute: () => project,
  path: '/deployments/$deploymentId',
  loader: (load) => loadOfProject(load, (queries) => queries.deployment(load.params.deploymentId)),
  component: lazyPage(() => import('./pages/deployments/deployment.tsx'), 'DeploymentPage'),
});

const pageUse = createRoute({
  getParentRoute: () => project,
  path: '/page-use',
  validateSearch: readPageUseSearch,
  loaderDeps: ({ search }) => search,
  loader: (load) => startList(load, (queries) => queries.pageUse(pageUseQuery(load.deps))),
  component: lazyPage(() => import('./pages/page-use.tsx'), 'PageUsePage'),
});

const evalQuestions = createRoute({
  getParentRoute: () => project,
  path: '/test-questions',
  component: lazyPage(() => import('./pages/eval-questions.tsx'), 'EvalQuestionsPage'),
});

const indexPages = createRoute({
  getParentRoute: () => project,
  path: '/pages',
  validateSearch: ({ text, path }: Record<string, unknown>): { text?: string; path?: string } => ({
    ...(typeof text === 'string' && { text }),
    ...(typeof path === 'string' && { path }),
  }),
  component: lazyPage(() => import('./pages/index/index-pages.tsx'), 'IndexPagesPage'),
});

const docsHealth = createRoute({
  getParentRoute: () => project,
  path: '/health',
  validateSearch: (search: Record<string, unknown>): { kind?: FindingKind } => {
    const kind = findingKinds.find((one) => one === search['kind']);
    return { ...(kind && { kind }) };
  },
  component: lazyPage(() => import('./pages/index/docs-health.tsx'), 'DocsHealthPage'),
});

const jobStatuses: Record<JobStatus, true> = { active: true, completed: true, failed: true, archived: true };

const jobs = createRoute({
  getParentRoute: () => project,
  path: '/jobs',
  validateSearch: ({ status }: Record<string, unknown>): { status?: JobStatus } => ({
    ...(typeof status === 'string' && Object.hasOwn(jobStatuses, status) && { status: status as JobStatus }),
  }),
  component: lazyPage(() => import('./pages/jobs/jobs.tsx'), 'JobsPage'),
});

const newJob = createRoute({
  getParentRoute: () => project,
  path: '/jobs/new',
  validateSearch: readJobSearch,
  component: lazyPage(() => import('./pages/jobs/new-job.tsx'), 'NewJobPage'),
});
const job = createRoute({
  getParentRoute: () => project,
  path: '/jobs/$jobId',
  loader: (load) => loadJob(load, load.params.jobId),
  component: lazyPage(() => import('./pages/jobs/job.tsx'), 'JobPage'),
});

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyPage(() => import('./pages/settings/settings.tsx'), 'SettingsPage'),
});

const routeTree = root.addChildren([
  signIn,
  forgotPassword,
  newPassword,
  setUp,
  invite,
  signedIn.addChildren([
    start,
    account,
    organization.addChildren([
      projects,
      usage,
      plan,
      members,
      audit,
      organizationSettings,
      project.addChildren([
        home,
        playground,
        keys,
        widget,
        channels,
        conversations,
        conversation,
        topics,
        indexPages,
        docsHealth,
        pageUse,
        evalQuestions,
        gaps,
        gap,
        searches,
        deployments,
        deployment,
        jobs,
        triggers,
        newJob,
        job,
        settings,
      ]),
    ]),
  ]),
]);

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
    defaultPendingComponent: Waiting,
    defaultPendingMs: 500,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

function Waiting() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-9 sm:px-6 lg:px-10">
      <PageSkeleton />
    </div>
  );
}

/** Trying again loads what could not be loaded: to render again would only meet the same error. */
function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => void router.invalidate().then(reset);
  return <ErrorState heading="h1" error={error} retry={retry} />;
}

const noPage = new RequestError(404, { message: 'There is no page at this address.' });

function NothingHere() {
  return (
    <main>
      <ErrorState heading="h1" error={noPage} />
    </main>
  );
}
