import { z } from 'zod';

const inRange = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
};
const wholeNumber = (min: number, max: number, fallback: number) => inRange(min, max).default(fallback);
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
const embeddingOptions = z
  .strictObject({
    queryPrefix: z.string(),
    documentPrefix: z.string(),
    queryType: z.string(),
    documentType: z.string(),
    dimensions: z.int().min(8).max(8192),
    maxTokens: z.int().min(16),
    batch: z.int().min(1).max(2048),
    distance: z.enum(['cosine', 'dot']),
    pooling: z.enum(['mean', 'cls']),
    share: z.number().min(0).max(1),
    floor: z.number().min(-3).max(5),
  })
  .partial();
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' });

const proxyUrl = z
  .preprocess(
    (value) => (typeof value === 'string' && !value.includes('://') ? `http://${value}` : value),
    httpUrl,
  )
  .optional();

/** Every setting, with its description. Docent reads no other environment variables. */
export const settings = {
  DOCENT_PORT: wholeNumber(0, 65_535, 3000).describe('Port to listen on; 0 picks a free one.'),
  DOCENT_HOST: z
    .string()
    .default('localhost')
    .describe(
      'Address to listen on: `localhost` for both loopback addresses, `0.0.0.0` for every IPv4 interface, `::` for every one.',
    ),
  DOCENT_DATA: z.string().default('.docent-data').describe('Folder for the database and the indexes.'),
  DOCENT_DATABASE_URL: z
    .string()
    .regex(/^(postgres(ql)?:\/\/|sqlite:)/, 'must begin with postgres:// or sqlite:')
    .optional()
    .describe('PostgreSQL, for several servers; unset: SQLite in the data folder.'),
  DOCENT_DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe(
      'The same PostgreSQL past its pooler, such as PgBouncer, to hear of new work at once. Unset: behind a pooler servers look for work every 2 s.',
    ),
  DOCENT_DATABASE_CONNECTIONS: wholeNumber(2, 1_000, 10).describe(
    'Maximum PostgreSQL connections of one server.',
  ),
  DOCENT_DATABASE_THREAD: z
    .enum(['on', 'off'])
    .optional()
    .describe('Whether SQLite runs in a worker thread; unset: on machines with more than one processor.'),
  DOCENT_INDEX_STORE: z
    .string()
    .regex(
      /^(none|database|folder:.+|s3:\/\/[^/]+(\/.*)?)$/,
      'must be none, database, folder:PATH or s3://BUCKET/PREFIX',
    )
    .optional()
    .describe(
      'Where servers share index files: `database`, `folder:PATH`, `s3://BUCKET/PREFIX`, or `none`. Unset: `database` with PostgreSQL and `none` with SQLite.',
    ),
  AWS_ENDPOINT_URL_S3: httpUrl.optional().describe('Address of an S3-compatible server.'),
  AWS_REGION: key.describe('Region of the S3 bucket.'),
  AWS_ACCESS_KEY_ID: key.describe('Access key for the S3 bucket; unset: the machine’s role or profile.'),
  AWS_SECRET_ACCESS_KEY: key.describe('Secret of that key.'),
  DOCENT_INDEX_CACHE_MEGABYTES: wholeNumber(100, 1e9, 20_000).describe(
    'Disk space for index files that can be downloaded again.',
  ),
  DOCENT_OPEN_INDEXES: wholeNumber(1, 100_000, 100).describe(
    'Maximum number of open index files; the least recently used is closed.',
  ),
  DOCENT_OPEN_MEGABYTES: wholeNumber(1, 1e9, 2_000).describe('Maximum total size of open index files.'),
  DOCENT_DRAIN_SECONDS: inRange(0, 600)
    .optional()
    .describe(
      'How long a server keeps serving after SIGTERM, while /readyz returns 503 and load balancers drain it. Unset: 5 with PostgreSQL and 0 with SQLite, where there is no other server.',
    ),
  DOCENT_ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe(
      'What this server does: `web` answers requests, `worker` runs deployments, embedding and jobs and is ready without docs, `all` does both.',
    ),
  DOCENT_PUBLIC_URL: httpUrl.optional().describe('Public address of this server, when it is behind a proxy.'),
  DOCENT_BASE_URL: httpUrl
    .optional()
    .describe('Address of the docs site, which citations link to. Unset: links are root-relative.'),
  DOCENT_TRUSTED_PROXIES: list.describe(
    'Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted.',
  ),
  DOCENT_LIMIT_ASSISTANT_PER_HOUR: wholeNumber(1, 1e9, 10_000).describe(
    'Assistant requests per organization and hour.',
  ),
  DOCENT_LIMIT_ASSISTANT_SHARE: wholeNumber(1, 100, 20).describe(
    'Percent of an organization’s hourly assistant requests that one public IP address, or one reader, may use.',
  ),
  DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: wholeNumber(1, 1e9, 10_000).describe(
    'Assistant requests per IP address and day.',
  ),
  DOCENT_LIMIT_STREAMS_PER_IP: wholeNumber(1, 1e6, 10).describe(
    'Concurrent answer streams per public IP address, on one server.',
  ),
  DOCENT_LIMIT_STREAMS_PER_ORGANIZATION: wholeNumber(1, 1e6, 2000).describe(
    'Concurrent answer streams per organization, on one server.',
  ),
  DOCENT_LIMIT_SEARCH_PER_HOUR: wholeNumber(1, 1e9, 10_000).describe(
    'Search requests per organization and hour.',
  ),
  DOCENT_LIMIT_SEARCH_PER_IP_PER_HOUR: wholeNumber(1, 1e9, 2_000).describe(
    'Search and MCP requests per public IP address and hour.',
  ),
  DOCENT_LIMIT_REQUESTS_PER_IP_PER_HOUR: wholeNumber(1, 1e9, 20_000).describe(
    'Requests per public IP address and hour to endpoints without a limit of their own by address: management, jobs, analytics. Refused requests count.',
  ),
  DOCENT_FOLDERS: list.describe(
    'Folders that projects created through the API may read docs from; unset: none. The first organization may use all of them, others those that an operator grants.',
  ),
  DOCENT_OIDC_ISSUER: httpUrl.optional().describe('Identity provider (OpenID Connect) for single sign-on.'),
  DOCENT_OIDC_CLIENT_ID: z.string().optional().describe('This server’s client id at the identity provider.'),
  DOCENT_OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('This server’s client secret at the identity provider.'),
  DOCENT_OIDC_NAME: z
    .string()
    .default('single sign-on')
    .describe('Name of the provider on the sign-in button.'),
  DOCENT_OIDC_TRUST_EMAILS: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether an e-mail address of which the identity provider does not say `email_verified` is taken for verified. Unset: unless anybody can have an account there, as with Entra ID’s `common`.',
    ),
  DOCENT_MODEL: list
    .default(['extractive'])
    .describe(
      '`provider/model` with the provider openai, anthropic, google or compatible; or `extractive`. Further models in a list are fallbacks.',
    ),
  DOCENT_EMBEDDING_MODEL: z
    .string()
    .default('minilm')
    .describe(
      'Embedding model for sections and questions: `minilm` (built in, offline), `openai/…`, `google/…`, `voyage/…`, `cohere/…`, `compatible/…`, `onnx:FOLDER` for a model on this machine, or `none` for lexical search only.',
    ),
  DOCENT_EMBEDDING_OPTIONS: z
    .preprocess(parseJson, embeddingOptions)
    .default({})
    .describe(
      'Input format of an embedding model that Docent does not know by name, as JSON: queryPrefix, documentPrefix, queryType, documentType, dimensions, maxTokens, batch, distance, pooling; and its weight beside lexical scores: share, floor.',
    ),
  DOCENT_RERANK: z
    .string()
    .default('none')
    .describe(
      'Reranker for the best sections: `none`, `cohere/…`, `voyage/…`, `jina/…`, `compatible/…`, `tei/…`, `onnx:FOLDER` for a cross-encoder on this machine, or `model` for the language model.',
    ),
  DOCENT_RERANK_URL: httpUrl
    .optional()
    .describe('Address of the server for `compatible/…` and `tei/…` rerankers, without `/rerank`.'),
  DOCENT_RERANK_KEY: key.describe('Key for that server, if it requires one.'),
  DOCENT_RERANK_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(30)
    .default(2)
    .describe('Timeout of the reranker; after that the order stays as it was.'),
  VOYAGE_API_KEY: key.describe('Key for `voyage/…` embeddings and rerankers.'),
  COHERE_API_KEY: key.describe('Key for `cohere/…` embeddings and rerankers.'),
  JINA_API_KEY: key.describe('Key for `jina/…` rerankers.'),
  DOCENT_EMBEDDING_URL: httpUrl
    .optional()
    .describe('Address of the OpenAI-compatible server for `compatible/…` embeddings.'),
  DOCENT_EMBEDDING_KEY: key.describe('Key for the server of `compatible/…` embeddings, if it requires one.'),
  DOCENT_MODEL_URL: httpUrl
    .optional()
    .describe('Address of the server of `compatible/…`, with its version: `http://127.0.0.1:11434/v1`.'),
  DOCENT_MODEL_KEY: key.describe('Key for the server of `compatible/…`, if it requires one.'),
  OPENAI_API_KEY: key.describe('Key for `openai/…`.'),
  OPENAI_BASE_URL: httpUrl.optional().describe('Address of a gateway, in place of OpenAI’s.'),
  ANTHROPIC_API_KEY: key.describe('Key for `anthropic/…`.'),
  ANTHROPIC_BASE_URL: httpUrl.optional().describe('Address of a gateway, in place of Anthropic’s.'),
  GOOGLE_GENERATIVE_AI_API_KEY: key.describe('Key for `google/…`.'),
  GOOGLE_BASE_URL: httpUrl.optional().describe('Address of a gateway, in place of Google’s.'),
  DOCENT_MODEL_TEMPERATURE: z.coerce
    .number()
    .min(0)
    .max(2)
    .optional()
    .describe('Temperature of the model; unset: the provider’s default.'),
  DOCENT_MODEL_MAX_OUTPUT_TOKENS: wholeNumber(1, 100_000, 4096).describe(
    'Maximum output tokens of one model call.',
  ),
  DOCENT_MODEL_REASONING: z
    .enum(['none', 'minimal', 'low', 'medium', 'high'])
    .optional()
    .describe('Reasoning effort of the model; unset: the provider’s default.'),
  DOCENT_MODEL_PROMPT_CACHING: onOff('on').describe(
    'Whether to mark the stable start of prompts for caching, at providers that need such a mark.',
  ),
  DOCENT_MODEL_IMAGES: z
    .enum(['on', 'off'])
    .optional()
    .describe('Whether images are sent to the model; unset: to all but `compatible/…`.'),
  DOCENT_MODEL_FIRST_TOKEN_SECONDS: wholeNumber(1, 600, 30).describe(
    'Timeout for a model’s first token; a local model may have to load first.',
  ),
  DOCENT_MODEL_PRICES: z
    .preprocess(parseJson, prices)
    .default({})
    .describe(
      'US dollars per million tokens, as JSON: `{"openai/gpt-5":{"input":1.25,"cachedInput":0.125,"output":10}}`.',
    ),
  DOCENT_CREDITS_PER_MONTH: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Answers per month of an organization whose plan sets no number; unset: unlimited.'),
  DOCENT_MASK_BEFORE_MODEL: onOff('off').describe(
    'Whether mail addresses, keys and card numbers are also masked for the model; in stored turns they always are.',
  ),
  DOCENT_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server for alerts, weekly digests and links to a new password: `smtps://user:password@host`; unset: no mail is sent.',
    ),
  DOCENT_MAIL_FROM: z.string().min(3).optional().describe('Sender of mail: `Docent <docent@example.com>`.'),
  DOCENT_RETENTION_DAYS: wholeNumber(0, 36_500, 365).describe(
    'Days after their last use until conversations and searches are deleted; 0: never.',
  ),
  DOCENT_AUDIT_DAYS: wholeNumber(0, 36_500, 730).describe(
    'Days until audit log entries are deleted; 0: never.',
  ),
  DOCENT_SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Encrypts webhook, notification, reader and channel secrets in the database; unset: they are stored in plain text.',
    ),
  DOCENT_METRICS_TOKEN: key
    .pipe(z.string().min(16, 'must have at least 16 characters').optional())
    .describe('Bearer token for `/metrics`; unset: the route does not exist.'),
  DOCENT_AGENT_MODEL: z
    .string()
    .optional()
    .describe(
      '`provider/model` for the docs agent; unset: the first language model of `DOCENT_MODEL`. `scripted`, the fallback without a language model, is a built-in fixer of what the checks find.',
    ),
  DOCENT_AGENT_MAX_STEPS: wholeNumber(1, 1_000, 50).describe('Maximum model calls in one round of a job.'),
  DOCENT_AGENT_MAX_TOKENS: wholeNumber(1_000, 1e9, 2_000_000).describe(
    'Maximum tokens in one round of a job.',
  ),
  DOCENT_AGENT_MAX_DOLLARS: z.coerce
    .number()
    .positive()
    .default(5)
    .describe('Maximum cost of one round of a job in US dollars, where the model’s price is known.'),
  DOCENT_AGENT_MAX_MINUTES: wholeNumber(1, 240, 10).describe(
    'Maximum minutes of work in one round of a job.',
  ),
  DOCENT_AGENT_JOBS_PER_PROJECT: wholeNumber(1, 100, 2).describe('Concurrent jobs per project.'),
  DOCENT_AGENT_JOBS_PER_SERVER: wholeNumber(1, 100, 10).describe('Concurrent jobs per server.'),
  DOCENT_LIMIT_JOBS_PER_HOUR: wholeNumber(1, 1e9, 100).describe(
    'Jobs and messages to jobs per project and hour.',
  ),
  DOCENT_GITHUB_URL: httpUrl
    .default('https://github.com')
    .describe('GitHub, or the address of a GitHub Enterprise Server.'),
  DOCENT_GITHUB_TOKEN: key.describe('Token that may push branches and open pull requests on GitHub.'),
  DOCENT_GITHUB_APP_ID: key.describe('Id of a GitHub App, in place of a token.'),
  DOCENT_GITHUB_APP_KEY: key.describe('Private key (PEM) of the GitHub App; `\\n` stands for a line end.'),
  DOCENT_NOTION_URL: httpUrl
    .default('https://api.notion.com')
    .describe('The API of Notion, for sources there.'),
  DOCENT_SLACK_URL: httpUrl
    .default('https://slack.com/api')
    .describe('Address of Slack’s Web API, ending in `/api`; for proxies and tests.'),
  DOCENT_DISCORD_URL: httpUrl
    .default('https://discord.com/api/v10')
    .describe('Address of Discord’s API, ending in `/api/v10`; for proxies and tests.'),
  DOCENT_GITLAB_URL: httpUrl
    .default('https://gitlab.com')
    .describe('GitLab, or the address of a self-managed GitLab.'),
  DOCENT_GITLAB_TOKEN: key.describe('Token with the scopes `api` and `write_repository` on GitLab.'),
  DOCENT_GITEA_URL: httpUrl.optional().describe('Address of a Gitea or Forgejo server.'),
  DOCENT_GITEA_TOKEN: key.describe('Token with write access to repositories on Gitea or Forgejo.'),
  DOCENT_GIT_CREDENTIALS: z
    .preprocess(parseJson, z.record(z.url({ protocol: /^https?$/ }), z.string().min(1)))
    .default({})
    .describe(
      'Credentials for other repositories, by address prefix, each a token or `user:password`, as JSON: `{"https://bitbucket.org/acme/":"x-token-auth:…"}`.',
    ),
  DOCENT_COMMIT_SIGNING_KEY: z
    .string()
    .optional()
    .describe(
      'File with a private ssh key (ed25519, without a passphrase) that signs the commits of projects with key signing.',
    ),
  DOCENT_GIT_SSH_KEY: z.string().optional().describe('File with the private key for repositories over ssh.'),
  DOCENT_GIT_SSH_KNOWN_HOSTS: z
    .string()
    .optional()
    .describe('File with the keys of trusted ssh hosts, in the format of `ssh-keyscan`.'),
  DOCENT_REPOSITORIES: list.describe(
    'Address prefixes of repositories that projects created through the API may read with this server’s credentials, such as `https://github.com/acme/`; others are read without credentials.',
  ),
  DOCENT_PRIVATE_HOSTS: list.describe(
    'Host names and CIDR ranges of private networks that docs and key sets may be fetched from. The first organization may use all of them, others those that an operator grants.',
  ),
  DOCENT_POLL_MINUTES: wholeNumber(0, 10_080, 15).describe(
    'Minutes between polls of a project’s sources; 0: never.',
  ),
  DOCENT_WATCH: z
    .enum(['on', 'off'])
    .optional()
    .describe('Whether docs folders are watched and deployed on every save; unset: on with SQLite.'),
  DOCENT_URL: httpUrl.optional().describe('Address of the server for `docent deploy` and `docent rollback`.'),
  DOCENT_KEY: key.describe('Admin key for that server.'),
  HTTPS_PROXY: proxyUrl.describe(
    'Proxy for requests to `https://` addresses and for mail; `https_proxy` is the same setting.',
  ),
  HTTP_PROXY: proxyUrl.describe(
    'Proxy for requests to `http://` addresses; `http_proxy` is the same setting.',
  ),
  NO_PROXY: list.describe(
    'Hosts that are reached without a proxy: names, which stand for what ends in them too, addresses, CIDR ranges, `host:port`, or `*`; `no_proxy` is the same setting. This machine always is.',
  ),
  NODE_EXTRA_CA_CERTS: z
    .string()
    .optional()
    .describe(
      'File with certificates (PEM) that are trusted beside the usual ones, for git too. Node reads it at its start: it has no effect in `.env`.',
    ),
  DOCENT_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('warn')
    .describe('Log level; the log is JSON lines on standard error.'),
} satisfies Record<string, z.ZodType>;

/** Invalid JSON stays text, which the schema then refuses with the setting's name. */
function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
