import { z } from 'zod';

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
    share: z.number().min(0).max(1),
    floor: z.number().min(-3).max(5),
  })
  .partial();
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
  DOCENT_DATABASE_CONNECTIONS: wholeNumber(2, 1_000, 10).describe(
    'Connections to PostgreSQL at once, of one server.',
  ),
  DOCENT_DATABASE_THREAD: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether SQLite works in a thread of its own; without it, where the machine has more than one processor.',
    ),
  DOCENT_INDEX_STORE: z
    .string()
    .regex(
      /^(none|database|folder:.+|s3:\/\/[^/]+(\/.*)?)$/,
      'must be none, database, folder:PATH or s3://BUCKET/PREFIX',
    )
    .optional()
    .describe(
      'Where servers get index files from that another one made: `database`, `folder:PATH`, `s3://BUCKET/PREFIX`, or `none`. Without it, `database` on PostgreSQL and `none` on SQLite.',
    ),
  AWS_ENDPOINT_URL_S3: httpUrl.optional().describe('Address of an S3 server that is not Amazon’s.'),
  AWS_REGION: key.describe('Region of the S3 bucket.'),
  AWS_ACCESS_KEY_ID: key.describe('Key for the S3 bucket; without one, the machine’s role or profile.'),
  AWS_SECRET_ACCESS_KEY: key.describe('Secret of that key.'),
  DOCENT_INDEX_CACHE_MEGABYTES: wholeNumber(100, 1e9, 20_000).describe(
    'Index files that a server keeps of those that it can get again.',
  ),
  DOCENT_OPEN_INDEXES: wholeNumber(1, 100_000, 200).describe(
    'Index files open at once; the one that was longest not asked for is closed.',
  ),
  DOCENT_OPEN_MEGABYTES: wholeNumber(1, 1e9, 2_000).describe('Size of all open index files together.'),
  DOCENT_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600)
    .optional()
    .describe(
      'How long a server that gets SIGTERM goes on as before, while /readyz says 503 and balancers look away. Without it, 5 on PostgreSQL and 0 on SQLite, where nobody else answers.',
    ),
  DOCENT_ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe(
      'What a server does: `web` answers and leaves deployments, embedding and jobs to others, `worker` does those and is ready without docs.',
    ),
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
  DOCENT_LIMIT_ASSISTANT_SHARE: wholeNumber(1, 100, 20).describe(
    'Percent of an organization’s assistant requests of an hour that one address of the internet, or one reader, may make.',
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
  DOCENT_LIMIT_SEARCH_PER_IP_PER_HOUR: wholeNumber(1, 1e9, 2_000).describe(
    'Search and MCP requests an address of the internet may make in an hour.',
  ),
  DOCENT_LIMIT_REQUESTS_PER_IP_PER_HOUR: wholeNumber(1, 1e9, 20_000).describe(
    'Requests an address of the internet may make in an hour where nothing else counts them by address: management, jobs, analytics. Refused ones count.',
  ),
  DOCENT_FOLDERS: list.describe(
    'Folders in which projects made through the API may have their docs; without it, none. The first organization has them all, others what an operator grants.',
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
      'What embeds sections and questions: `minilm` (built in, offline), `openai/…`, `google/…`, `voyage/…`, `cohere/…`, `compatible/…`, or `none` for search by words alone.',
    ),
  DOCENT_EMBEDDING_OPTIONS: z
    .preprocess(parseJson, embeddingOptions)
    .default({})
    .describe(
      'How the embedding model wants its texts, as JSON, where it is not known by its name: queryPrefix, documentPrefix, queryType, documentType, dimensions, maxTokens, batch, distance; and how much it counts beside words: share, floor.',
    ),
  DOCENT_RERANK: z
    .string()
    .default('none')
    .describe(
      'What reads the best sections again and orders them: `none`, `cohere/…`, `voyage/…`, `jina/…`, `compatible/…`, `tei/…`, or `model` for the language model.',
    ),
  DOCENT_RERANK_URL: httpUrl
    .optional()
    .describe('Address of the server of `compatible/…` and `tei/…` rerankers, without `/rerank`.'),
  DOCENT_RERANK_KEY: key.describe('Key of that server, if it wants one.'),
  DOCENT_RERANK_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(30)
    .default(2)
    .describe('Seconds that a reranker may take; after that the order stays as it was.'),
  VOYAGE_API_KEY: key.describe('Key for `voyage/…` embeddings and rerankers.'),
  COHERE_API_KEY: key.describe('Key for `cohere/…` embeddings and rerankers.'),
  JINA_API_KEY: key.describe('Key for `jina/…` rerankers.'),
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
  DOCENT_EXPANSION_MAX_DOLLARS: z.coerce
    .number()
    .min(0)
    .default(10)
    .describe(
      'US dollars that a project may have spent in a month on sections that the language model expands; each project has to switch it on.',
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
  DOCENT_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'The mail server for alerts and weekly digests: `smtps://user:password@host`; without it, no mail is sent.',
    ),
  DOCENT_MAIL_FROM: z.string().min(3).optional().describe('Who mail is from: `Docent <docent@example.com>`.'),
  DOCENT_RETENTION_DAYS: wholeNumber(0, 36_500, 365).describe(
    'Days after their last use until conversations and searches are deleted; 0 for never.',
  ),
  DOCENT_AUDIT_DAYS: wholeNumber(0, 36_500, 730).describe(
    'Days until entries of the audit log are deleted; 0 for never.',
  ),
  DOCENT_SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Encrypts webhook, notification and reader secrets in the database; without it, they are stored as they are.',
    ),
  DOCENT_METRICS_TOKEN: key
    .pipe(z.string().min(16, 'must have at least 16 characters').optional())
    .describe('Who sends it as a bearer token may read `/metrics`; without it, there is no such page.'),
  DOCENT_AGENT_MODEL: z
    .string()
    .optional()
    .describe(
      '`provider/model` that does the jobs of the docs agent; without it, the first of `DOCENT_MODEL` that writes. `scripted` is a built-in fixer of what checks find, and what is left without any model.',
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
  DOCENT_GIT_CREDENTIALS: z
    .preprocess(parseJson, z.record(z.url({ protocol: /^https?$/ }), z.string().min(1)))
    .default({})
    .describe(
      'For repositories elsewhere, a token or `user:password` by the beginning of their address, as JSON: `{"https://bitbucket.org/acme/":"x-token-auth:…"}`.',
    ),
  DOCENT_COMMIT_SIGNING_KEY: z
    .string()
    .optional()
    .describe(
      'File with a private ssh key (ed25519, without a passphrase) that signs the commits of projects which want that.',
    ),
  DOCENT_GIT_SSH_KEY: z.string().optional().describe('File with the private key for repositories by ssh.'),
  DOCENT_GIT_SSH_KNOWN_HOSTS: z
    .string()
    .optional()
    .describe('File with the keys of the ssh hosts that are believed, as `ssh-keyscan` writes them.'),
  DOCENT_REPOSITORIES: list.describe(
    'Beginnings of addresses of repositories that projects made through the API may read with the credentials of this server, such as `https://github.com/acme/`; others are read without.',
  ),
  DOCENT_PRIVATE_HOSTS: list.describe(
    'Host names and CIDR ranges that docs and key sets may be fetched from although they are not on the public internet. The first organization has them all, others what an operator grants.',
  ),
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

/** Text that is not JSON stays text, which the schema then refuses by name. */
function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
