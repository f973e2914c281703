type Place = { name: string; path: string };

/** The pages of a project, as the palette names them. */
export const projectPages: readonly Place[] = [
  { name: 'Overview', path: '' },
  { name: 'Playground', path: '/playground' },
  { name: 'Conversations', path: '/conversations' },
  { name: 'Conversations without an answer', path: '/conversations?status=unanswered' },
  { name: 'Conversations rated not helpful', path: '/conversations?feedback=unhelpful' },
  { name: 'Topics', path: '/topics' },
  { name: 'Content gaps', path: '/gaps' },
  { name: 'Searches without results', path: '/searches' },
  { name: 'Jobs', path: '/jobs' },
  { name: 'Start a job', path: '/jobs/new' },
  { name: 'Triggers', path: '/triggers' },
  { name: 'Pages of the index', path: '/pages' },
  { name: 'Deployments', path: '/deployments' },
  { name: 'Widget', path: '/widget' },
  { name: 'API keys', path: '/keys' },
  { name: 'Settings', path: '/settings' },
];

/** The pages of an organization. */
export const organizationPages: readonly Place[] = [
  { name: 'Projects', path: '' },
  { name: 'Usage', path: '/-/usage' },
  { name: 'Credits and limits', path: '/-/plan' },
  { name: 'Members', path: '/-/members' },
  { name: 'Audit log', path: '/-/audit' },
  { name: 'Organization', path: '/-/organization' },
];
