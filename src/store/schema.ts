import type { Generated } from 'kysely';
import type { FileTables } from './file-tables.ts';
import type { PushTables } from './push-tables.ts';
import type { DeployTables, DeploymentCause } from './deploy-tables.ts';
import type { AnalyticsTables, ThreadSummary } from './analytics-tables.ts';
import type { InsightTables, ThreadReview } from './insight-tables.ts';
import type { ChannelTables } from './channel-tables.ts';
import type { JobTables } from './job-tables.ts';
import type { KeptTables } from './kept-tables.ts';
import type { PeopleTables } from './people-tables.ts';
import type { NotificationTables } from './notification-tables.ts';
import type { RequestTables } from './request-tables.ts';
import type { ResponseTables } from './response-tables.ts';
import type { TopicMergeTables } from './topic-merge-tables.ts';
import type { TriggerTables } from './trigger-tables.ts';
import type { MonthTables } from './month-tables.ts';
import type { OAuthTables } from './oauth-tables.ts';
import type { SourceTokenTables } from './source-token-tables.ts';
import type { ViewTables } from './view-tables.ts';
import type { WorkTables } from './work-tables.ts';

type WithDefaults<Row> = { [Column in keyof Row]: Generated<Row[Column]> };

/**
 * The tables in both databases. Times are whole milliseconds since 1970, JSON is text, booleans are 0 or 1. The files
 * beside this one convert rows to records.
 */
export type Tables = PeopleTables &
  DeployTables &
  FileTables &
  PushTables &
  AnalyticsTables &
  InsightTables &
  ChannelTables &
  JobTables &
  TriggerTables &
  RequestTables &
  ResponseTables &
  KeptTables &
  NotificationTables &
  OAuthTables &
  SourceTokenTables &
  ViewTables &
  TopicMergeTables &
  MonthTables &
  WorkTables & {
    organizations: { id: string; name: string; slug: string; plan: string; createdAt: number };
    projects: {
      id: string;
      organizationId: string;
      domain: string;
      name: string;
      baseUrl: string | null;
      settings: string;
      source: string;
      currentDeploymentId: string | null;
      createdAt: number;
      /** These three belong to previews only. */
      previewOf: string | null;
      branch: string | null;
      expiresAt: number | null;
      /** When its sources are polled next. */
      pollAt: number | null;
      /** What cannot be read, as JSON; null when all can. */
      sourceFaults: string | null;
    };
    keys: {
      id: string;
      kind: 'assistant' | 'admin';
      organizationId: string;
      projectId: string | null;
      name: string;
      hash: string;
      hint: string;
      scopes: string;
      ipAllowList: string;
      originAllowList: string;
      expiresAt: number | null;
      revokedAt: number | null;
      createdAt: number;
      lastUsedAt: number | null;
      /** 1: also opens the project's previews. */
      previews: Generated<number>;
      budget: Generated<string>;
      /** The key that created this one; they are revoked together. */
      parentId: string | null;
    };
    counters: { key: string; used: number; most: number; resetAt: number };
    threads: {
      projectId: string;
      id: string;
      keyHash: string;
      fp: string;
      /** The subject of the reader token; null without one. */
      reader: string | null;
      createdAt: number;
      updatedAt: number;
    } & WithDefaults<ThreadSummary> &
      ThreadReview;
    turns: {
      id: string;
      projectId: string;
      threadId: string;
      messageId: string;
      question: string;
      answer: string;
      sources: string;
      status: 'answered' | 'partial' | 'unanswered' | 'failed';
      reason: string | null;
      outcome: 'answered' | 'partial' | 'closest' | 'not_in_docs' | null;
      /** 1 or 0. */
      usedMeaning: number | null;
      /** JSON. */
      found: string | null;
      deploymentId: string | null;
      commit: string | null;
      usage: string;
      timings: string;
      costMicros: number;
      fp: string;
      protocol: string;
      model: string;
      currentPath: string | null;
      /** Asked from a page in a browser, by a program, or by anything else. */
      caller: Generated<'web' | 'api' | 'other'>;
      createdAt: number;
      /** 1: it belongs to a topic. */
      grouped: Generated<number>;
    };
    deployments: {
      id: string;
      projectId: string;
      status: 'queued' | 'in_progress' | 'success' | 'failure';
      summary: string;
      logs: string;
      commit: string | null;
      source: string;
      indexFile: string | null;
      contentHash: string | null;
      progress: string | null;
      createdAt: number;
      endedAt: number | null;
      cause: DeploymentCause;
      confirmed: number;
      restoredFrom: string | null;
      steps: string;
    };
    feedback: {
      id: string;
      projectId: string;
      messageId: string;
      helpful: number;
      comment: string | null;
      createdAt: number;
    };
    searches: {
      id: string;
      projectId: string;
      query: string;
      resultCount: number;
      topScore: number | null;
      /** The subject of the reader token; null without one. */
      fp: string | null;
      createdAt: number;
    };
    credits: { organizationId: string; month: string; used: number; overage: number };
    creditHolds: { id: string; organizationId: string; month: string; expiresAt: number };
    creditAlerts: { organizationId: string; month: string; percent: number; createdAt: number };
  };
