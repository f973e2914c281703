import type { Issued } from './issued.ts';
import type { Role } from './people-tables.ts';

export type ProjectSettings = {
  /** Existing threads can be joined only with their key, never by `fp`. */
  requireThreadKey?: boolean;
  /** Questions and searches need a reader token. */
  requireReader?: boolean;
  /** The key set with which the site signs reader tokens: https://www.rfc-editor.org/rfc/rfc7517 */
  readerJwksUrl?: string;
  /** The access groups of members who connect an MCP client, by their role and by their groups at the identity provider. */
  memberGroups?: { roles?: Partial<Record<Role, string[]>>; groups?: Record<string, string[]> };
  /** Who signs access tokens for the project's MCP server; null: this server. */
  tokenIssuer?: { issuer: string; jwksUrl: string } | null;
  /** What the assistant is told, after what the docs themselves say. */
  instructions?: string;
  /** Answers continue beyond the plan's credits where the plan grants it, and are counted as overages. */
  overages?: boolean;
  /** The answer to a question without credits and overages: a 402, or search results only. */
  whenExhausted?: 'refuse' | 'excerpts';
  /** The repository that jobs change, when it is not the docs folder itself. */
  repository?: { url: string; docsRoot: string };
  /** Repositories that jobs may read but not change, such as the product's code. */
  codeRepositories?: CodeRepository[];
  /** Triggers that start jobs. */
  triggers?: {
    /** The maximum number of triggered jobs in 24 hours. */
    jobsPerDay?: number | undefined;
    schedules?: ProjectSchedule[] | undefined;
  };
  /** Open pull requests of jobs from which on triggers and schedules start none. */
  maxOpenPullRequests?: number;
  /** Minutes from a merge of code in which further ones become part of its job. */
  batchMinutes?: number;
  /** Days after which an untouched pull request of a job is closed. */
  archiveAfterDays?: number;
  /** Options for the pull requests of jobs. */
  pullRequests?: PullRequestSettings;
  /** Active content that jobs may add to pages: names of components, hosts, or kinds such as `iframe`. */
  allowCode?: string[];
  /** Pinned to the deployment of a rollback, whatever is pushed. */
  pinned?: boolean;
  /** Minutes between polls of the sources, 0 for never. Only in the operator's own organization fewer than the server's. */
  pollMinutes?: number;
  /** Branches that get a preview when they are pushed; `*` matches any text. */
  previewBranches?: string[];
  /** The widget's look and texts. */
  appearance?: Appearance;
  /** The assistant key in the project's public page; without one, there is no such page. */
  askPageKey?: string;
  /** Where people ask beside the site, by channel: what is no secret of it. */
  channels?: Record<string, Record<string, unknown>>;
  /** Which of these a key set, with its bounds, by door. */
  issued?: Record<string, Mark>;
};

export type PullRequestSettings = {
  /** The address of a branch's preview site, with `{branch}`, `{number}` or `{domain}` in it. */
  previewUrl?: string | undefined;
  labels?: string[] | undefined;
  /** People and `organization/teams`. */
  reviewers?: string[] | undefined;
  /** Requests reviews from CODEOWNERS of the changed files, where the forge does not do so itself. */
  askOwners?: boolean | undefined;
  /** The author of commits; Docent by default. */
  commitName?: string | undefined;
  commitEmail?: string | undefined;
  /** Adds `Signed-off-by`: https://developercertificate.org */
  signOff?: boolean | undefined;
  /** `forge`: GitHub creates and signs the commit; `key`: this server's key signs it. */
  signing?: 'none' | 'forge' | 'key' | undefined;
};

/** Absent fields have the widget's defaults. */
type Appearance = {
  name?: string | undefined;
  /** `#rrggbb` */
  color?: string | undefined;
  /** The address of an image. */
  logo?: string | undefined;
  greeting?: string | undefined;
  /** The corner of the button. */
  label?: string | undefined;
  position?: 'bottom-right' | 'bottom-left' | 'none' | undefined;
  /** A web or mail address where a person answers. */
  support?: string | undefined;
  /** Questions to start with. */
  starters?: string[] | undefined;
};

/** A job that starts every day, week or month. */
export type ProjectSchedule = { name: string; every: 'day' | 'week' | 'month'; prompt: string };

export type CodeRepository = {
  url: string;
  /** A branch or tag; by default the repository's default branch. */
  ref?: string | undefined;
  /** Globs of the files that matter for the docs; by default all. */
  paths?: string[] | undefined;
  /** Whether this server's credentials may be used; set by operators only. */
  trusted?: boolean | undefined;
};

/** Who opened a door. */
export type Mark = Issued & {
  /** What the setting was before this key changed it. */
  before?: unknown;
  /** The other key that had set that. */
  earlier?: Mark;
};
