import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { z } from 'zod';
import { DocentError } from './errors.ts';
import type { FileStoreOptions } from './files/open-file-store.ts';
import type { Proxies } from './lib/outgoing.ts';
import { secretValues } from './lib/secret-values.ts';
import { settings } from './settings.ts';

const schema = z.object(settings);
type Settings = z.output<typeof schema>;

export const settingNames = Object.keys(settings);

/** The accounts on forges, in the format of `forges`. */
type ForgeAccounts = {
  github: { url: string; credentials: { token: string } | { appId: string; privateKey: string } } | null;
  gitlab: { url: string; token: string } | null;
  gitea: { url: string; token: string } | null;
};

type ServiceAccess = { key?: string | undefined; url?: string | undefined };

export type Config = {
  port: number;
  host: string;
  dataFolder: string;
  databaseUrl: string;
  /** The same PostgreSQL past its pooler. */
  databaseDirectUrl: string | undefined;
  /** Maximum concurrent connections to PostgreSQL. */
  databaseConnections: number;
  /** Whether SQLite runs in a worker thread. */
  databaseThread: boolean;
  /** Milliseconds from SIGTERM to the end of new connections. */
  drainMs: number;
  role: 'all' | 'web' | 'worker';
  /** Where servers share index files. */
  indexStore: FileStoreOptions;
  indexCacheBytes: number;
  openIndexes: { files: number; bytes: number };
  publicUrl: string | undefined;
  baseUrl: string | undefined;
  trustedProxies: string[];
  limits: {
    assistantPerHour: number;
    assistantShare: number;
    assistantPerIpPerDay: number;
    searchPerHour: number;
    searchPerIpPerHour: number;
    requestsPerIpPerHour: number;
    jobsPerHour: number;
  };
  streamCaps: { perIp: number; perOrganization: number };
  folders: string[];
  /** Null: this server sends no mail. */
  mail: { url: string; from: string } | null;
  /** Null: people sign in with passwords only. */
  oidc: {
    issuer: string;
    clientId: string;
    clientSecret: string;
    name: string;
    /** Whether an address counts as verified when the provider does not say; undefined: depends on the provider. */
    trustsEmails: boolean | undefined;
  } | null;
  /** The embedding model for sections and questions. */
  embedding: {
    name: string;
    access: Record<string, ServiceAccess>;
    options: z.output<typeof settings.DOCENT_EMBEDDING_OPTIONS>;
  };
  rerank: { name: string; seconds: number; access: Record<string, ServiceAccess> };
  /** The answering models, in the order in which they are tried. */
  models: {
    names: string[];
    access: Record<string, ServiceAccess>;
    temperature: number | undefined;
    maxOutputTokens: number;
    reasoning: 'none' | 'minimal' | 'low' | 'medium' | 'high' | undefined;
    promptCaching: boolean;
    images: boolean | undefined;
  };
  answers: {
    firstTokenMs: number;
    prices: z.output<typeof settings.DOCENT_MODEL_PRICES>;
    maskBeforeModel: boolean;
    creditsPerMonth: number | null;
  };
  agent: {
    /** Null: the built-in fixer. */
    model: string | null;
    budget: { steps: number; tokens: number; costMicros: number; timeMs: number };
    /** Private ssh key for signing commits. */
    signingKeyFile: string | null;
    concurrency: { perProject: number; perWorker: number };
  };
  forges: ForgeAccounts;
  /** The addresses of the APIs of places where people ask. */
  channels: { slackUrl: string; discordUrl: string };
  /** Where docs may be fetched from, and the credentials for it. */
  sources: {
    credentials: Record<string, string>;
    ssh: { keyFile: string; knownHostsFile: string } | null;
    repositories: string[];
    privateHosts: string[];
    notionUrl: string;
  };
  /** Null: for ever. */
  retentionDays: number | null;
  auditDays: number | null;
  secretKey: string | undefined;
  /** Undefined: no metrics. */
  metricsToken: string | undefined;
  pollMinutes: number;
  watch: boolean;
  /** The server that commands talk to; without an address they work on the data folder. */
  remote: { url: string | undefined; key: string | undefined };
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  proxies: Proxies;
  /** Values that must not appear in logs. */
  secrets: string[];
};

/** Options from the command line; they override the environment. */
export type Overrides = { port?: number | undefined; dataFolder?: string | undefined };

/** Otherwise Zod compiles the schema, which does not pay off for one use. */
const onceOnly = { jitless: true };

/**
 * Reads and checks the configuration: command line over environment over `.env` over defaults.
 * @throws DocentError `invalid_request`, naming every invalid setting
 */
export function loadConfig(overrides: Overrides = {}, env: NodeJS.ProcessEnv = environment()): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' && !isOfKubernetes(name, value)),
  );
  // Tools differ in the case that they read; when both are set, curl prefers lower case.
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'])
    given[name] = env[name.toLowerCase()] || given[name];
  const parsed = schema.safeParse(given, onceOnly);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new DocentError('invalid_request', `The configuration is wrong. ${wrong.join('. ')}.`);
  }
  const read = parsed.data;
  const dataFolder = resolve(overrides.dataFolder ?? read.DOCENT_DATA);
  return {
    port: overrides.port ?? read.DOCENT_PORT,
    host: read.DOCENT_HOST,
    dataFolder,
    databaseDirectUrl: read.DOCENT_DATABASE_DIRECT_URL,
    databaseConnections: read.DOCENT_DATABASE_CONNECTIONS,
    databaseThread:
      read.DOCENT_DATABASE_THREAD === undefined
        ? availableParallelism() > 1
        : read.DOCENT_DATABASE_THREAD === 'on',
    databaseUrl: read.DOCENT_DATABASE_URL ?? `sqlite:${resolve(dataFolder, 'docent.sqlite')}`,
    drainMs: (read.DOCENT_DRAIN_SECONDS ?? (isPostgres(read.DOCENT_DATABASE_URL) ? 5 : 0)) * 1000,
    role: read.DOCENT_ROLE,
    indexStore: indexStoreOf(read),
    indexCacheBytes: read.DOCENT_INDEX_CACHE_MEGABYTES * 1e6,
    openIndexes: { files: read.DOCENT_OPEN_INDEXES, bytes: read.DOCENT_OPEN_MEGABYTES * 1e6 },
    publicUrl: read.DOCENT_PUBLIC_URL?.replace(/\/$/, ''),
    baseUrl: read.DOCENT_BASE_URL?.replace(/\/$/, ''),
    trustedProxies: read.DOCENT_TRUSTED_PROXIES,
    limits: limitsOf(read),
    streamCaps: {
      perIp: read.DOCENT_LIMIT_STREAMS_PER_IP,
      perOrganization: read.DOCENT_LIMIT_STREAMS_PER_ORGANIZATION,
    },
    folders: read.DOCENT_FOLDERS,
    mail: mailOf(read),
    oidc: oidcOf(read),
    embedding: embeddingOf(read),
    rerank: rerankOf(read),
    models: modelsOf(read),
    answers: {
      firstTokenMs: read.DOCENT_MODEL_FIRST_TOKEN_SECONDS * 1000,
      prices: read.DOCENT_MODEL_PRICES,
      maskBeforeModel: read.DOCENT_MASK_BEFORE_MODEL,
      creditsPerMonth: read.DOCENT_CREDITS_PER_MONTH ?? null,
    },
    agent: agentOf(read),
    forges: forgesOf(read),
    channels: {
      slackUrl: withoutSlash(read.DOCENT_SLACK_URL),
      discordUrl: withoutSlash(read.DOCENT_DISCORD_URL),
    },
    sources: {
      credentials: read.DOCENT_GIT_CREDENTIALS,
      ssh: sshOf(read),
      repositories: read.DOCENT_REPOSITORIES,
      privateHosts: read.DOCENT_PRIVATE_HOSTS,
      notionUrl: withoutSlash(read.DOCENT_NOTION_URL),
    },
    retentionDays: read.DOCENT_RETENTION_DAYS || null,
    auditDays: read.DOCENT_AUDIT_DAYS || null,
    secretKey: read.DOCENT_SECRET_KEY,
    metricsToken: read.DOCENT_METRICS_TOKEN,
    pollMinutes: read.DOCENT_POLL_MINUTES,
    watch:
      read.DOCENT_WATCH === undefined ? !isPostgres(read.DOCENT_DATABASE_URL) : read.DOCENT_WATCH === 'on',
    remote: { url: read.DOCENT_URL && withoutSlash(read.DOCENT_URL), key: read.DOCENT_KEY },
    logLevel: read.DOCENT_LOG_LEVEL,
    proxies: { http: read.HTTP_PROXY, https: read.HTTPS_PROXY, none: read.NO_PROXY },
    secrets: configuredSecrets(env),
  };
}

function limitsOf(read: Settings): Config['limits'] {
  return {
    assistantPerHour: read.DOCENT_LIMIT_ASSISTANT_PER_HOUR,
    assistantShare: read.DOCENT_LIMIT_ASSISTANT_SHARE,
    assistantPerIpPerDay: read.DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY,
    searchPerHour: read.DOCENT_LIMIT_SEARCH_PER_HOUR,
    searchPerIpPerHour: read.DOCENT_LIMIT_SEARCH_PER_IP_PER_HOUR,
    requestsPerIpPerHour: read.DOCENT_LIMIT_REQUESTS_PER_IP_PER_HOUR,
    jobsPerHour: read.DOCENT_LIMIT_JOBS_PER_HOUR,
  };
}

function embeddingOf(read: Settings): Config['embedding'] {
  return {
    name: read.DOCENT_EMBEDDING_MODEL,
    access: {
      openai: { key: read.OPENAI_API_KEY, url: read.OPENAI_BASE_URL },
      google: { key: read.GOOGLE_GENERATIVE_AI_API_KEY, url: read.GOOGLE_BASE_URL },
      voyage: { key: read.VOYAGE_API_KEY },
      cohere: { key: read.COHERE_API_KEY },
      compatible: { key: read.DOCENT_EMBEDDING_KEY, url: read.DOCENT_EMBEDDING_URL },
    },
    options: read.DOCENT_EMBEDDING_OPTIONS,
  };
}

function rerankOf(read: Settings): Config['rerank'] {
  return {
    name: read.DOCENT_RERANK,
    seconds: read.DOCENT_RERANK_SECONDS,
    access: {
      voyage: { key: read.VOYAGE_API_KEY },
      cohere: { key: read.COHERE_API_KEY },
      jina: { key: read.JINA_API_KEY },
      compatible: { key: read.DOCENT_RERANK_KEY, url: read.DOCENT_RERANK_URL },
      tei: { key: read.DOCENT_RERANK_KEY, url: read.DOCENT_RERANK_URL },
    },
  };
}

function modelsOf(read: Settings): Config['models'] {
  return {
    names: read.DOCENT_MODEL,
    access: {
      openai: { key: read.OPENAI_API_KEY, url: read.OPENAI_BASE_URL },
      anthropic: { key: read.ANTHROPIC_API_KEY, url: read.ANTHROPIC_BASE_URL },
      google: { key: read.GOOGLE_GENERATIVE_AI_API_KEY, url: read.GOOGLE_BASE_URL },
      compatible: { key: read.DOCENT_MODEL_KEY, url: read.DOCENT_MODEL_URL },
    },
    temperature: read.DOCENT_MODEL_TEMPERATURE,
    maxOutputTokens: read.DOCENT_MODEL_MAX_OUTPUT_TOKENS,
    reasoning: read.DOCENT_MODEL_REASONING,
    promptCaching: read.DOCENT_MODEL_PROMPT_CACHING,
    images: read.DOCENT_MODEL_IMAGES === undefined ? undefined : read.DOCENT_MODEL_IMAGES === 'on',
  };
}

function agentOf(read: Settings): Config['agent'] {
  return {
    model: read.DOCENT_AGENT_MODEL ?? null,
    signingKeyFile: read.DOCENT_COMMIT_SIGNING_KEY ?? null,
    budget: {
      steps: read.DOCENT_AGENT_MAX_STEPS,
      tokens: read.DOCENT_AGENT_MAX_TOKENS,
      costMicros: read.DOCENT_AGENT_MAX_DOLLARS * 1_000_000,
      timeMs: read.DOCENT_AGENT_MAX_MINUTES * 60_000,
    },
    concurrency: {
      perProject: read.DOCENT_AGENT_JOBS_PER_PROJECT,
      perWorker: read.DOCENT_AGENT_JOBS_PER_SERVER,
    },
  };
}

function indexStoreOf(read: Settings): FileStoreOptions {
  const fallback = isPostgres(read.DOCENT_DATABASE_URL) ? 'database' : 'none';
  const wanted = read.DOCENT_INDEX_STORE ?? fallback;
  if (wanted === 'none' || wanted === 'database') return { kind: wanted };
  if (wanted.startsWith('folder:')) return { kind: 'folder', path: resolve(wanted.slice('folder:'.length)) };
  const [bucket = '', ...rest] = wanted.slice('s3://'.length).split('/');
  const folder = rest.filter(Boolean).join('/');
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = read;
  return {
    kind: 's3',
    bucket,
    prefix: folder && `${folder}/`,
    endpoint: read.AWS_ENDPOINT_URL_S3,
    region: read.AWS_REGION,
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  };
}

function mailOf(read: Settings): Config['mail'] {
  const { DOCENT_SMTP_URL: url, DOCENT_MAIL_FROM: from } = read;
  if (url === undefined) return null;
  if (from !== undefined) return { url, from };
  throw new DocentError('invalid_request', 'To send mail, set DOCENT_MAIL_FROM beside DOCENT_SMTP_URL.');
}

function oidcOf(read: Settings): Config['oidc'] {
  const { DOCENT_OIDC_ISSUER: issuer, DOCENT_OIDC_CLIENT_ID: clientId } = read;
  const { DOCENT_OIDC_CLIENT_SECRET: clientSecret, DOCENT_OIDC_NAME: name } = read;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    const trust = read.DOCENT_OIDC_TRUST_EMAILS;
    return { issuer, clientId, clientSecret, name, trustsEmails: trust && trust === 'on' };
  }
  const message =
    'To sign in with OpenID Connect, set DOCENT_OIDC_ISSUER, DOCENT_OIDC_CLIENT_ID and DOCENT_OIDC_CLIENT_SECRET.';
  throw new DocentError('invalid_request', message);
}

/** The forges with a configured account. */
function forgesOf(read: Settings): Config['forges'] {
  const { DOCENT_GITHUB_TOKEN: token, DOCENT_GITHUB_APP_ID: appId, DOCENT_GITHUB_APP_KEY: appKey } = read;
  if ((appId === undefined) !== (appKey === undefined)) {
    throw new DocentError(
      'invalid_request',
      'For a GitHub App, set DOCENT_GITHUB_APP_ID and DOCENT_GITHUB_APP_KEY.',
    );
  }
  const app = appId !== undefined &&
    appKey !== undefined && { appId, privateKey: appKey.replaceAll('\\n', '\n') };
  const credentials = app || (token !== undefined && { token });
  const account = (url: string | undefined, token: string | undefined) =>
    url === undefined || token === undefined ? null : { url: withoutSlash(url), token };
  return {
    github: credentials ? { url: withoutSlash(read.DOCENT_GITHUB_URL), credentials } : null,
    gitlab: account(read.DOCENT_GITLAB_URL, read.DOCENT_GITLAB_TOKEN),
    gitea: account(read.DOCENT_GITEA_URL, read.DOCENT_GITEA_TOKEN),
  };
}

function sshOf(read: Settings): Config['sources']['ssh'] {
  const { DOCENT_GIT_SSH_KEY: keyFile, DOCENT_GIT_SSH_KNOWN_HOSTS: knownHostsFile } = read;
  if (keyFile === undefined && knownHostsFile === undefined) return null;
  if (keyFile !== undefined && knownHostsFile !== undefined)
    return { keyFile: resolve(keyFile), knownHostsFile: resolve(knownHostsFile) };
  const message = 'For repositories by ssh, set DOCENT_GIT_SSH_KEY and DOCENT_GIT_SSH_KNOWN_HOSTS.';
  throw new DocentError('invalid_request', message);
}

const isPostgres = (url: string | undefined) => url?.startsWith('postgres') === true;
const withoutSlash = (url: string) => url.replace(/\/$/, '');

/** Values that must not appear in messages, collected even when other settings are invalid. */
export function configuredSecrets(env: NodeJS.ProcessEnv = environment()): string[] {
  return secretValues(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, env[name]])));
}

/** Node has read it already; this is for git. */
export const extraCertificates = process.env['NODE_EXTRA_CA_CERTS'] || undefined;

/** The search path for programs such as git. */
export const searchPath = process.env['PATH'] || '/usr/local/bin:/usr/bin:/bin';

/**
 * With a service named `docent`, Kubernetes gives every container in its namespace `DOCENT_PORT=tcp://10.0.0.1:80`
 * and its like.
 */
function isOfKubernetes(name: string, value: string | undefined): boolean {
  return /^DOCENT_(SERVICE_|PORT_\d)/.test(name) || (name === 'DOCENT_PORT' && /^\w+:\/\//.test(value ?? ''));
}

/** Environment variables that look like settings but are not. */
export function unknownSettings(env: NodeJS.ProcessEnv = environment()): string[] {
  const isMeant = ([name, value]: [string, string | undefined]) =>
    name.startsWith('DOCENT_') && !isOfKubernetes(name, value);
  return Object.entries(env)
    .filter(isMeant)
    .map(([name]) => name)
    .filter((name) => !settingNames.includes(name));
}

function environment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) loadEnvFile('.env');
  return process.env;
}
