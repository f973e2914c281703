import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { z } from 'zod';
import { DocentError } from './errors.ts';

const wholeNumber = (least: number, most: number, fallback: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback);
const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean));
const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on');
const key = z.string().trim().optional();
const dollars = z.number().min(0);
const prices = z.record(
  z.string(),
  z.object({ input: dollars, output: dollars, cachedInput: dollars.optional() }),
);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' });

/** Every setting that the environment can give, with its sentence. Docent reads no other variable. */
export const settings = {
  DOCENT_PORT: wholeNumber(0, 65_535, 3000).describe('Port to listen on; 0 takes a free one.'),
  DOCENT_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` for every interface.'),
  DOCENT_DATA: z.string().default('.docent-data').describe('Folder for the database and the indexes.'),
  DOCENT_DATABASE_URL: z
    .string()
    .regex(/^(postgres(ql)?:\/\/|sqlite:)/, 'must begin with postgres:// or sqlite:')
    .optional()
    .describe('PostgreSQL for several servers; without it, SQLite in the data folder.'),
  DOCENT_PUBLIC_URL: httpUrl
    .optional()
    .describe('Address under which people reach this server, when a proxy stands before it.'),
  DOCENT_BASE_URL: httpUrl
    .optional()
    .describe('Address of the docs site; citations link to it. Without it, links are root-relative.'),
  DOCENT_TRUSTED_PROXIES: list.describe(
    'Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed.',
  ),
  DOCENT_LIMIT_ASSISTANT_PER_HOUR: wholeNumber(1, 1e9, 10_000).describe(
    'Assistant requests an organization may make in an hour.',
  ),
  DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: wholeNumber(1, 1e9, 10_000).describe(
    'Assistant requests an IP address may make in a day.',
  ),
  DOCENT_LIMIT_STREAMS_PER_IP: wholeNumber(1, 1e6, 10).describe(
    'Answers that may stream at once to one address of the internet, from one server.',
  ),
  DOCENT_LIMIT_STREAMS_PER_ORGANIZATION: wholeNumber(1, 1e6, 2000).describe(
    'Answers of one organization that may stream at once, from one server.',
  ),
  DOCENT_LIMIT_SEARCH_PER_HOUR: wholeNumber(1, 1e9, 10_000).describe(
    'Search requests an organization may make in an hour.',
  ),
  DOCENT_FOLDERS: list.describe(
    'Folders in which projects made through the API may have their docs; without it, the folder Docent was started in.',
  ),
  DOCENT_OIDC_ISSUER: httpUrl
    .optional()
    .describe('Identity provider (OpenID Connect) that people may sign in with.'),
  DOCENT_OIDC_CLIENT_ID: z.string().optional().describe('What the identity provider calls this server.'),
  DOCENT_OIDC_CLIENT_SECRET: z.string().optional().describe('The secret that the identity provider gave.'),
  DOCENT_OIDC_NAME: z
    .string()
    .default('single sign-on')
    .describe('What the sign-in button calls the provider.'),
  DOCENT_MODEL: list
    .default(['extractive'])
    .describe(
      '`provider/model`: openai, anthropic, google, compatible; or `extractive`. A list is failover.',
    ),
  DOCENT_EMBEDDING_MODEL: z
    .string()
    .default('minilm')
    .describe(
      'What embeds sections and questions: `minilm` (built in, offline), `openai/…`, `google/…`, `compatible/…`, or `none` for search by words alone.',
    ),
  DOCENT_EMBEDDING_URL: httpUrl
    .optional()
    .describe('Address of the OpenAI-compatible server of `compatible/…` embeddings.'),
  DOCENT_EMBEDDING_KEY: key.describe('Key of the server of `compatible/…` embeddings, if it wants one.'),
  DOCENT_MODEL_URL: httpUrl
    .optional()
    .describe('Address of the server of `compatible/…`, with its version: `http://127.0.0.1:11434/v1`.'),
  DOCENT_MODEL_KEY: key.describe('Key of the server of `compatible/…`, if it wants one.'),
  OPENAI_API_KEY: key.describe('Key for `openai/…`.'),
  OPENAI_BASE_URL: httpUrl.optional().describe('In place of the address of OpenAI, for a gateway.'),
  ANTHROPIC_API_KEY: key.describe('Key for `anthropic/…`.'),
  ANTHROPIC_BASE_URL: httpUrl.optional().describe('In place of the address of Anthropic, for a gateway.'),
  GOOGLE_GENERATIVE_AI_API_KEY: key.describe('Key for `google/…`.'),
  GOOGLE_BASE_URL: httpUrl.optional().describe('In place of the address of Google, for a gateway.'),
  DOCENT_MODEL_TEMPERATURE: z.coerce
    .number()
    .min(0)
    .max(2)
    .optional()
    .describe('Temperature of the model; without it, the provider’s own.'),
  DOCENT_MODEL_MAX_OUTPUT_TOKENS: wholeNumber(1, 100_000, 4096).describe(
    'Most tokens that one model call may write.',
  ),
  DOCENT_MODEL_REASONING: z
    .enum(['none', 'minimal', 'low', 'medium', 'high'])
    .optional()
    .describe('How much a reasoning model thinks before it answers; without it, the provider’s own.'),
  DOCENT_MODEL_PROMPT_CACHING: onOff('on').describe(
    'Whether providers that need a mark are told to cache the stable start of prompts.',
  ),
  DOCENT_MODEL_IMAGES: z
    .enum(['on', 'off'])
    .optional()
    .describe('Whether pictures are sent to the model; without it, to all but `compatible/…`.'),
  DOCENT_MODEL_FIRST_TOKEN_SECONDS: wholeNumber(1, 600, 30).describe(
    'How long a model may take to its first token; a local one may have to load first.',
  ),
  DOCENT_MODEL_PRICES: z
    .preprocess(parseJson, prices)
    .default({})
    .describe(
      'Dollars for a million tokens, as JSON: `{"openai/gpt-5":{"input":1.25,"cachedInput":0.125,"output":10}}`.',
    ),
  DOCENT_CREDITS_PER_MONTH: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Answers a month of an organization whose plan says nothing; without it, as many as it likes.'),
  DOCENT_MASK_BEFORE_MODEL: onOff('off').describe(
    'Whether mail addresses, keys and card numbers are masked before the model, too; stored turns always are.',
  ),
  DOCENT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Days after their last use until conversations and searches are deleted; without it, never.'),
  DOCENT_AGENT_MODEL: z
    .string()
    .optional()
    .describe(
      '`provider/model` that does the jobs of the docs agent; without it, a built-in fixer of what checks find.',
    ),
  DOCENT_AGENT_MAX_STEPS: wholeNumber(1, 1_000, 50).describe('Model calls that one round of a job may make.'),
  DOCENT_AGENT_MAX_TOKENS: wholeNumber(1_000, 1e9, 2_000_000).describe(
    'Tokens that one round of a job may use.',
  ),
  DOCENT_AGENT_MAX_DOLLARS: z.coerce
    .number()
    .positive()
    .default(5)
    .describe('US dollars that one round of a job may cost, where the price of the model is known.'),
  DOCENT_AGENT_MAX_MINUTES: wholeNumber(1, 240, 10).describe(
    'Minutes of work that one round of a job may take.',
  ),
  DOCENT_AGENT_JOBS_PER_PROJECT: wholeNumber(1, 100, 2).describe(
    'Jobs of one project that are worked on at once.',
  ),
  DOCENT_AGENT_JOBS_PER_SERVER: wholeNumber(1, 100, 10).describe('Jobs that one server works on at once.'),
  DOCENT_LIMIT_JOBS_PER_HOUR: wholeNumber(1, 1e9, 100).describe(
    'Jobs and messages to jobs that a project may send in an hour.',
  ),
  DOCENT_GITHUB_URL: httpUrl
    .default('https://github.com')
    .describe('GitHub, or the address of a GitHub Enterprise Server.'),
  DOCENT_GITHUB_TOKEN: key.describe('Token that may push branches and open pull requests on GitHub.'),
  DOCENT_GITHUB_APP_ID: key.describe('Id of a GitHub App, in place of a token.'),
  DOCENT_GITHUB_APP_KEY: key.describe('Private key (PEM) of the GitHub App; `\\n` stands for a line end.'),
  DOCENT_GITLAB_URL: httpUrl.default('https://gitlab.com').describe('GitLab, or the address of your own.'),
  DOCENT_GITLAB_TOKEN: key.describe('Token with the scopes `api` and `write_repository` on GitLab.'),
  DOCENT_GITEA_URL: httpUrl.optional().describe('Address of a Gitea or Forgejo server.'),
  DOCENT_GITEA_TOKEN: key.describe('Token with write access to repositories on Gitea or Forgejo.'),
  DOCENT_POLL_MINUTES: wholeNumber(0, 10_080, 15).describe(
    'Minutes between looks at the sources of a project for something new; 0 for never.',
  ),
  DOCENT_WATCH: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether folders of docs are watched and deployed as they are saved; without it, on with SQLite.',
    ),
  DOCENT_URL: httpUrl
    .optional()
    .describe('Address of the server that `docent deploy` and `docent rollback` speak to.'),
  DOCENT_KEY: key.describe('Admin key for that server.'),
  DOCENT_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('warn')
    .describe('How much is logged, as JSON lines on standard error.'),
} satisfies Record<string, z.ZodType>;

const schema = z.object(settings);

/** Where our accounts on forges are; the shape is the forges room's. */
type ForgeAccounts = {
  github: { url: string; credentials: { token: string } | { appId: string; privateKey: string } } | null;
  gitlab: { url: string; token: string } | null;
  gitea: { url: string; token: string } | null;
};

type EmbeddingConfig = {
  name: string;
  access: Record<string, { key: string | undefined; url: string | undefined }>;
};

export type Config = {
  port: number;
  host: string;
  dataFolder: string;
  databaseUrl: string;
  publicUrl: string | undefined;
  baseUrl: string | undefined;
  trustedProxies: string[];
  limits: {
    assistantPerHour: number;
    assistantPerIpPerDay: number;
    searchPerHour: number;
    jobsPerHour: number;
  };
  streamCaps: { perIp: number; perOrganization: number };
  folders: string[];
  /** Null: people sign in with passwords only. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null;
  /** What embeds sections and questions. */
  embedding: EmbeddingConfig;
  /** Which models answer, in the order in which they are tried. */
  models: {
    names: string[];
    access: Record<string, { key?: string | undefined; url?: string | undefined }>;
    temperature: number | undefined;
    maxOutputTokens: number;
    reasoning: 'none' | 'minimal' | 'low' | 'medium' | 'high' | undefined;
    promptCaching: boolean;
    images: boolean | undefined;
  };
  answers: {
    firstTokenMs: number;
    prices: z.output<typeof prices>;
    maskBeforeModel: boolean;
    creditsPerMonth: number | null;
  };
  agent: {
    /** Null: the built-in fixer. */
    model: string | null;
    budget: { steps: number; tokens: number; costMicros: number; timeMs: number };
    concurrency: { perProject: number; perWorker: number };
  };
  forges: ForgeAccounts;
  retentionDays: number | null;
  pollMinutes: number;
  watch: boolean;
  /** The server that commands speak to; without an address they work on the data folder. */
  remote: { url: string | undefined; key: string | undefined };
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

/** What the command line says; wins over the environment. */
export type Overrides = { port?: number | undefined; dataFolder?: string | undefined };

/**
 * Reads and checks the configuration: command line over environment over `.env` over defaults.
 * @throws DocentError `invalid_request`, naming every setting that is wrong
 */
export function loadConfig(overrides: Overrides = {}, env: NodeJS.ProcessEnv = environment()): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
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
    databaseUrl: read.DOCENT_DATABASE_URL ?? `sqlite:${resolve(dataFolder, 'docent.sqlite')}`,
    publicUrl: read.DOCENT_PUBLIC_URL?.replace(/\/$/, ''),
    baseUrl: read.DOCENT_BASE_URL?.replace(/\/$/, ''),
    trustedProxies: read.DOCENT_TRUSTED_PROXIES,
    limits: {
      assistantPerHour: read.DOCENT_LIMIT_ASSISTANT_PER_HOUR,
      assistantPerIpPerDay: read.DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY,
      searchPerHour: read.DOCENT_LIMIT_SEARCH_PER_HOUR,
      jobsPerHour: read.DOCENT_LIMIT_JOBS_PER_HOUR,
    },
    streamCaps: {
      perIp: read.DOCENT_LIMIT_STREAMS_PER_IP,
      perOrganization: read.DOCENT_LIMIT_STREAMS_PER_ORGANIZATION,
    },
    folders: read.DOCENT_FOLDERS.length > 0 ? read.DOCENT_FOLDERS : [process.cwd()],
    oidc: oidcOf(read),
    embedding: {
      name: read.DOCENT_EMBEDDING_MODEL,
      access: {
        openai: { key: read.OPENAI_API_KEY, url: read.OPENAI_BASE_URL },
        google: { key: read.GOOGLE_GENERATIVE_AI_API_KEY, url: read.GOOGLE_BASE_URL },
        compatible: { key: read.DOCENT_EMBEDDING_KEY, url: read.DOCENT_EMBEDDING_URL },
      },
    },
    models: {
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
    },
    answers: {
      firstTokenMs: read.DOCENT_MODEL_FIRST_TOKEN_SECONDS * 1000,
      prices: read.DOCENT_MODEL_PRICES,
      maskBeforeModel: read.DOCENT_MASK_BEFORE_MODEL,
      creditsPerMonth: read.DOCENT_CREDITS_PER_MONTH ?? null,
    },
    agent: {
      model: read.DOCENT_AGENT_MODEL ?? null,
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
    },
    forges: forgesOf(read),
    retentionDays: read.DOCENT_RETENTION_DAYS ?? null,
    pollMinutes: read.DOCENT_POLL_MINUTES,
    watch:
      read.DOCENT_WATCH === undefined ? !isPostgres(read.DOCENT_DATABASE_URL) : read.DOCENT_WATCH === 'on',
    remote: { url: read.DOCENT_URL && withoutSlash(read.DOCENT_URL), key: read.DOCENT_KEY },
    logLevel: read.DOCENT_LOG_LEVEL,
  };
}

function oidcOf(read: z.infer<typeof schema>): Config['oidc'] {
  const { DOCENT_OIDC_ISSUER: issuer, DOCENT_OIDC_CLIENT_ID: clientId } = read;
  const { DOCENT_OIDC_CLIENT_SECRET: clientSecret, DOCENT_OIDC_NAME: name } = read;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    return { issuer, clientId, clientSecret, name };
  }
  const message =
    'To sign in with OpenID Connect, set DOCENT_OIDC_ISSUER, DOCENT_OIDC_CLIENT_ID and DOCENT_OIDC_CLIENT_SECRET.';
  throw new DocentError('invalid_request', message);
}

/** The forges that an account is set up for. */
function forgesOf(read: z.infer<typeof schema>): Config['forges'] {
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

const isPostgres = (url: string | undefined) => url?.startsWith('postgres') === true;
const withoutSlash = (url: string) => url.replace(/\/$/, '');

function environment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) loadEnvFile('.env');
  return process.env;
}

/** Text that is not JSON stays text, which the schema then refuses by name. */
function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
