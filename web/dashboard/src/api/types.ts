/** What the management API answers with, as docs/reference/management-api.md describes it. Times are ISO 8601. */
export type Role = 'owner' | 'admin' | 'viewer';

export type Session = {
  user: { id: string; email: string; name: string; hasPassword: boolean; operator: boolean } | null;
  organizations: Membership[];
  needsSetup: boolean;
  oidc: { name: string } | null;
};

export type OpenSession = {
  id: string;
  current: boolean;
  ip: string | null;
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
};

export type Membership = { id: string; slug: string; name: string; role: Role };

export type InvitationRead = {
  kind: 'setup' | 'invitation';
  organization: { name: string; slug: string };
  role: Role;
  email: string | null;
  knownUser: boolean;
  expiresAt: string;
};

export type List<Item> = { items: Item[]; nextCursor: string | null };

export type Member = {
  userId: string;
  email: string;
  name: string;
  role: Role;
  createdAt: string;
  lastSeenAt: string | null;
};

export type Invitation = {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
};

export type AuditEntry = {
  id: string;
  createdAt: string;
  actor: { kind: 'user' | 'key' | 'system'; id: string | null; name: string };
  action: string;
  target: { kind: string; id: string; name: string } | null;
  projectId: string | null;
  details: Record<string, unknown>;
  ip: string | null;
};

/** Where docs come from. */
export type Source = {
  kind: 'folder' | 'git' | 'site';
  path?: string;
  url?: string;
  branch?: string;
  root?: string;
  pages?: number;
  baseUrl?: string;
  prefix?: string;
};

export type ProjectSettings = {
  requireThreadKey?: boolean;
  overages?: boolean;
  whenExhausted?: 'refuse' | 'excerpts';
  pinned?: boolean;
  pollMinutes?: number;
  previewBranches?: string[];
  appearance?: Appearance;
  /** The public key of the project's page; none: it has no such page. */
  askPageKey?: string;
};

/** How the widget looks; what is left out is as the widget has it. */
export type Appearance = {
  name?: string;
  color?: string;
  logo?: string;
  greeting?: string;
  label?: string;
  position?: 'bottom-right' | 'bottom-left' | 'none';
  support?: string;
  starters?: string[];
};

export type Project = {
  id: string;
  organizationId: string;
  domain: string;
  name: string;
  baseUrl: string | null;
  /** At least one; the first counts when two have the same page. */
  sources: Source[];
  settings: ProjectSettings;
  preview: { of: string; branch: string; expiresAt: string } | null;
  currentDeploymentId: string | null;
  createdAt: string;
};

export type Totals = {
  answers: number;
  answered: number;
  partial: number;
  unanswered: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  /** Millionths of a US dollar. */
  costMicros: number;
  searches: number;
  searchesWithoutResults: number;
  helpful: number;
  unhelpful: number;
};

export type Day = Totals & { date: string };

export type Credits = {
  perMonth: number | null;
  used: number;
  left: number | null;
  overage: number;
  resetsAt: string;
  alert: 50 | 80 | 100 | null;
};

export type Overview = {
  index: {
    status: 'ready' | 'building' | 'missing';
    pages: number | null;
    sections: number | null;
    vectors: 'none' | 'building' | 'ready' | null;
  };
  lastDeployment: Deployment | null;
  today: Totals;
  last30Days: Totals & { days: Day[] };
  firstText: { p50Ms: number | null; p95Ms: number | null };
  credits: Credits | null;
  agent: { model: string };
  setUp: { deployed: boolean; keyMade: boolean; asked: boolean };
};

export type KeyScope = 'read' | 'write';

export type Key = {
  id: string;
  kind: 'assistant' | 'admin';
  projectId: string | null;
  name: string;
  hint: string;
  scopes: KeyScope[];
  ipAllowList: string[];
  budget: { answersPerDay?: number; answersPerReaderPerDay?: number };
  originAllowList: string[];
  previews: boolean;
  status: 'active' | 'expired' | 'revoked';
  expiresAt: string | null;
  revokedAt: string | null;
  createdAt: string;
  lastUsedAt: string | null;
};

export type NewKey = {
  kind: 'assistant' | 'admin';
  name: string;
  projectId?: string;
  expiresInDays: number | null;
  scopes?: KeyScope[];
  ipAllowList: string[];
  originAllowList: string[];
  previews?: boolean;
};

/** What operators see of an organization. */
export type ServerOrganization = {
  id: string;
  slug: string;
  name: string;
  plan: { creditsPerMonth?: number; folders?: string[]; repositories?: string[]; privateHosts?: string[] };
};

export type Plan = {
  credits: Credits;
  limits: {
    name: string;
    limit: number;
    used: number;
    remaining: number;
    windowMs: number;
    resetsAt: string;
  }[];
};

export type Usage = {
  totals: Totals;
  days: Day[];
  projects: (Totals & { projectId: string; domain: string; name: string })[];
};

export type TurnStatus = 'answered' | 'partial' | 'unanswered' | 'failed';

export type Conversation = {
  threadId: string;
  question: string;
  turns: number;
  unanswered: number;
  failed: number;
  helpful: number;
  unhelpful: number;
  costMicros: number;
  fp: string;
  createdAt: string;
  updatedAt: string;
};

export type Citation = { url: string; title: string };

export type Turn = {
  id: string;
  messageId: string;
  question: string;
  answer: string;
  status: TurnStatus;
  reason: string | null;
  sources: Citation[];
  usage: { inputTokens: number; outputTokens: number };
  costMicros: number;
  timings: { firstTextMs: number | null; totalMs: number };
  model: string;
  protocol: string;
  currentPath: string | null;
  deploymentId: string | null;
  commit: string | null;
  feedback: { helpful: boolean; comment: string | null; createdAt: string } | null;
  createdAt: string;
};

export type SearchTerm = { query: string; count: number; withoutResults: number; lastSearchedAt: string };

export type GapStatus = 'open' | 'dismissed' | 'solved';

export type Gap = {
  id: string;
  label: string;
  count: number;
  firstAskedAt: string;
  lastAskedAt: string;
  status: GapStatus;
  /** Questions a week, the last eight weeks, oldest first. */
  trend: number[];
  examples: string[];
  jobPrompt: string;
};

export type GapQuestion = {
  turnId: string;
  threadId: string;
  question: string;
  status: TurnStatus;
  createdAt: string;
};

export type Deployment = {
  id: string;
  projectId: string;
  status: 'queued' | 'in_progress' | 'success' | 'failure';
  summary: string;
  current: boolean;
  commit: {
    sha: string;
    ref: string;
    message: string;
    filesChanged: { added: string[]; modified: string[]; removed: string[] };
  } | null;
  progress: { phase: string; done: number; total: number; secondsLeft: number | null } | null;
  cause: 'request' | 'start' | 'push' | 'poll' | 'watch' | 'recovery' | 'rollback';
  restoredFrom: string | null;
  /** Its index is kept: it can be gone back to. */
  kept: boolean;
  createdAt: string;
  endedAt: string | null;
};

export type Preview = {
  /** A project id. */
  id: string;
  branch: string;
  domain: string;
  currentDeploymentId: string | null;
  createdAt: string;
  expiresAt: string;
};

export type JobStatus = 'active' | 'completed' | 'failed' | 'archived';

export type JobPhase = 'queued' | 'preparing' | 'running' | 'validating' | 'committing' | 'publishing';

export type TodoItem = { text: string; done: boolean };

/** What the docs agent does for a prompt. Its texts are a person's, a model's or a repository's. */
export type Job = {
  id: string;
  status: JobStatus;
  source: { repository: string; ref: string | null };
  model: string;
  prLink: string | null;
  createdAt: string;
  archivedAt: string | null;
  title: string | null;
  prompt: string;
  error: { code: string; message: string } | null;
  phase: JobPhase | null;
  todo: TodoItem[];
  steps: number;
  files: string[];
  summary: string[];
  findings: string[];
  usage: { inputTokens: number; outputTokens: number; cachedInputTokens: number; costUsd: number };
  updatedAt: string;
  endedAt: string | null;
};

export type NewJob = { prompt: string; ref?: string; draft: boolean };

export type PullRequestState = 'open' | 'merged' | 'closed';

export type JobChange = {
  /** Of the local forge only. */
  pullRequest: { branch: string; base: string; state: PullRequestState; draft: boolean } | null;
  diffs: { round: number; diff: string }[];
};

/** What happens in a job, in its order; `at` is an ISO time. */
export type JobEvent = { nth: number; at: string } & (
  | { type: 'phase'; phase: JobPhase }
  | { type: 'step'; step: number; text: string; tools: { name: string; summary: string; ok: boolean }[] }
  | { type: 'checks'; findings: string[] }
  | { type: 'message'; text: string }
  | { type: 'waiting'; message: string }
  | { type: 'summary'; title: string; summary: string[] }
  | { type: 'pull-request'; url: string; draft: boolean }
  | { type: 'status'; status: JobStatus }
);
