import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkClaims, checkTouched } from './check-claims.ts';
import { claimKinds } from './claim.ts';
import type { CodeTree } from './code/read-code.ts';
import { findFacts } from './find-facts.ts';
import { olderVersions } from './older-versions.ts';

const page = `# Command line

| flag | default | what |
|---|---|---|
| \`--port <n>\` | \`3000\` | Port to listen on. |
| \`--max-depth <n>\` | \`5\` | How deep. |
| \`--verbose\` | \`false\` | Talk. |
| \`-o, --output <file>\` | \`out.json\` | Where to. |

## Environment

- \`ACME_TOKEN\`: the token.
- \`ACME_TIMEOUT\` - defaults to \`30\`.

## Python

- \`--workers <int>\` - Number of workers. **Default:** *4*.
- \`--reload-dir <path>\` - Where.

Requires Python 3.9 or later.

## Go

* \`--cache-size\`: the size (default 1024)
* \`--dry-run\`: nothing is written (default: false)

\`\`\`yaml
retryBackoff: 2
\`\`\`

\`scrapeInterval\` is \`15s\` by default.

## Rust

* \`--threads\`: defaults to 8
* \`--color-mode\`: when to color

## Java

| setting | default |
|---|---|
| \`acme.pool.size\` | 10 |
| \`acme.pool.queueLimit\` | 50 |

## API

\`\`\`ts
import { createServer, defineConfig } from 'acme';
\`\`\`

### createServer(options, callback)

Makes one. See \`ts/server.ts\`.

- \`GET /v1/users/{id}\`: one
- \`POST /v1/users\`: add
- \`GET /v2/reports\`: the reports

| code | meaning |
|---|---|
| \`ERR_NOT_FOUND\` | nothing |
| \`ERR_TOO_LARGE\` | too large |

\`server.bodyLimit\`: at most 1048576 bytes.
`;

const code: Record<string, string> = {
  'package.json': '{\n  "name": "acme"\n}\n',
  'pyproject.toml': '[project]\nname = "acme"\nrequires-python = ">=3.9"\n',
  'ts/cli.ts': `// --gone-long-ago was here
new Command()
  .option('--port <n>', 'port', 3000)
  .option('--max-depth <n>', 'depth', 5)
  .option('--verbose', 'talk', false)
  .option('-o, --output <file>', 'where', 'out.json');
export const token = process.env.ACME_TOKEN;
export const timeout = Number(process.env.ACME_TIMEOUT ?? '30');
`,
  'ts/server.ts': `const defaults = { bodyLimit: 1024 * 1024 };
export function createServer(options: Options, callback?: () => void) {}
export function defineConfig(config) { return config; }
app.get('/users/:id', one);
app.post('/v1/users', add);
throw new Fault('ERR_NOT_FOUND');
throw new Fault('ERR_TOO_LARGE');
`,
  'py/main.py': `@click.option("--workers", type=int, default=4, help="n")
@click.option("--reload-dir", type=str, multiple=True)
def main(workers: int, reload_dir: str):
    """Docstring with --not-there"""
`,
  'go/main.go': `func init() {
	cmd.Flags().IntVarP(&size, "cache-size", "c", 1024, "size")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "nothing")
}
var DefaultConfig = Config{
	ScrapeInterval: model.Duration(15 * time.Second),
	RetryBackoff:   2,
}
`,
  'rs/main.rs': `struct Args<'a> {
    #[arg(long, default_value_t = 8)]
    pub threads: u16,
    #[arg(long)]
    color_mode: Option<&'a str>,
}
`,
  'java/Pool.java': `class Pool {
  private int size = DEFAULT_SIZE;
  static final int DEFAULT_SIZE = 10;
  @Value("\${acme.pool.queueLimit:50}") int limit;
}
`,
  'api/openapi.yaml': 'paths:\n  "/v2/reports":\n    get: {}\n',
  'test/cli.test.ts': `run('--only-in-tests');\n`,
};

const facts = findFacts({ markdown: page, file: 'cli.md' }, page);

function treeOf(files: Record<string, string>): CodeTree {
  return {
    files: Object.keys(files).sort(),
    read: async (file) => ({ text: files[file] ?? null, warning: null }),
  };
}

test('each kind of claim holds by the lines that make it true', async () => {
  const claims = await checkClaims(facts, treeOf(code));
  assert.deepEqual(
    claims.filter(({ status }) => status !== 'holds').map(({ text }) => text),
    [],
  );
  const kinds = new Set(claims.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), claimKinds.toSorted());
  const depth = claims.find(({ text }) => text === '--max-depth: 5')!;
  assert.deepEqual(depth, {
    kind: 'default',
    text: '--max-depth: 5',
    page: 'cli.md',
    line: 6,
    status: 'holds',
    evidence: [{ path: 'ts/cli.ts', line: 4 }],
  });
});

/** A change of one file, and what it breaks: nothing where the docs are still true. */
const changes: [file: string, from: string, to: string, breaks: string[]][] = [
  ['ts/cli.ts', "'port', 3000", "'port', 8080", ['contradicted --port: 3000']],
  ['ts/cli.ts', "'port', 3000", "'the port', 3000", []],
  ['ts/cli.ts', "--max-depth <n>', 'depth', 5", "--depth <n>', 'depth', 5", ['gone --max-depth']],
  ['ts/cli.ts', "  .option('--verbose', 'talk', false)\n", '', ['gone --verbose']],
  [
    'ts/cli.ts',
    "  .option('--verbose', 'talk', false)\n",
    "  // .option('--verbose', 'talk')\n",
    ['gone --verbose'],
  ],
  ['ts/cli.ts', "'out.json'", "'out.yaml'", ['contradicted --output: out.json']],
  ['ts/cli.ts', 'process.env.ACME_TOKEN', 'process.env.ACME_KEY', ['gone ACME_TOKEN']],
  ['ts/cli.ts', "?? '30'", "?? '60'", ['contradicted ACME_TIMEOUT: 30']],
  ['ts/cli.ts', 'export const token', 'export const key', []],
  ['ts/server.ts', '1024 * 1024', '512 * 1024', ['contradicted server.bodyLimit: 1048576']],
  ['ts/server.ts', '1024 * 1024', '1_048_576', []],
  [
    'ts/server.ts',
    'createServer(options: Options, callback',
    'createServer(handler: Handler, options',
    ['contradicted createServer(options, callback)'],
  ],
  ['ts/server.ts', 'callback?: () => void', 'callback?: () => void, signal?: AbortSignal', []],
  ['ts/server.ts', 'defineConfig(', 'configure(', ['gone defineConfig from acme']],
  ['ts/server.ts', "'/users/:id'", "'/people/:id'", ['gone GET /v1/users/{id}']],
  ['ts/server.ts', "'/v1/users'", "'/v2/users'", ['gone POST /v1/users']],
  ['ts/server.ts', "'ERR_TOO_LARGE'", "'ERR_BODY_SIZE'", ['gone ERR_TOO_LARGE']],
  ['py/main.py', 'default=4', 'default=1', ['contradicted --workers: 4']],
  ['py/main.py', '"--reload-dir"', '"--watch"', []],
  ['pyproject.toml', '>=3.9', '>=3.11', ['contradicted Python 3.9']],
  ['go/main.go', '"c", 1024', '"c", 4096', ['contradicted --cache-size: 1024']],
  ['go/main.go', '"dry-run", false', '"dry-run", true', ['contradicted --dry-run: false']],
  ['go/main.go', '15 * time.Second', '1 * time.Minute', ['contradicted scrapeInterval: 15s']],
  ['go/main.go', '15 * time.Second', '15_000 * time.Millisecond', []],
  ['go/main.go', 'RetryBackoff:', 'Backoff:', ['gone retryBackoff']],
  ['rs/main.rs', 'default_value_t = 8', 'default_value_t = 4', ['contradicted --threads: 8']],
  ['rs/main.rs', 'color_mode', 'colour', ['gone --color-mode']],
  ['java/Pool.java', 'DEFAULT_SIZE = 10', 'DEFAULT_SIZE = 20', ['contradicted acme.pool.size: 10']],
  ['java/Pool.java', ':50}', ':500}', ['contradicted acme.pool.queueLimit: 50']],
  ['api/openapi.yaml', '/v2/reports', '/v2/summaries', ['gone GET /v2/reports']],
];

test('a change names the claims that it breaks, and no others', async () => {
  for (const [file, from, to, breaks] of changes) {
    assert.ok(code[file]!.includes(from), from);
    const now = treeOf({ ...code, [file]: code[file]!.replace(from, to) });
    const touched = await checkTouched(facts, { before: treeOf(code), now, changed: new Set([file]) });
    const named = touched.filter((claim) => claim.breaks).map(({ status, text }) => `${status} ${text}`);
    assert.deepEqual(
      named.filter((one) => !/createServer(?:\(\)| from)/.test(one)),
      breaks,
      `${from} → ${to}`,
    );
  }
  const moved: Record<string, string> = { ...code, 'lib/cli.ts': code['ts/cli.ts']! };
  delete moved['ts/cli.ts'];
  const changed = new Set(['lib/cli.ts', 'ts/cli.ts']);
  const touched = await checkTouched(facts, { before: treeOf(code), now: treeOf(moved), changed });
  assert.deepEqual(
    touched.filter(({ breaks }) => breaks),
    [],
  );
  assert.equal(touched.find(({ text }) => text === '--port')!.evidence[0]!.path, 'lib/cli.ts');
});

test('without history, what a list has beside names that hold is gone, and one other default contradicts', async () => {
  const now = {
    ...code,
    'ts/cli.ts': code['ts/cli.ts']!.replace("  .option('--verbose', 'talk', false)\n", '').replace(
      '3000',
      '8080',
    ),
  };
  const untrue = (await checkClaims(facts, treeOf(now))).filter(({ status }) => status !== 'holds');
  assert.deepEqual(
    untrue.map(({ status, text, line }) => [status, text, line]),
    [
      ['contradicted', '--port: 3000', 5],
      ['gone', '--verbose', 7],
      ['unknown', '--verbose: false', 7],
    ],
  );
});

test('what other programs, examples and the past say is no claim that breaks', async () => {
  const text = [
    '# Install',
    'Run `npm install --save-dev acme`, then `git commit --amend`.',
    '- `--only-in-tests`: never',
    '## Migrating from 1.x',
    '- `--gone-long-ago`: use `--port`',
    '## Options',
    '`--gone-long-ago` was removed in 2.0.',
  ].join('\n\n');
  const claims = await checkClaims(findFacts({ markdown: text, file: 'install.md' }, text), treeOf(code));
  assert.deepEqual(
    claims.filter(({ status }) => status === 'gone' || status === 'contradicted'),
    [],
  );
  assert.ok(!claims.some(({ text: one }) => one === '--gone-long-ago'));
});

test('another program’s spelling, a name that comments still say, and a repository’s own tooling break nothing', async () => {
  const text = [
    '# TLS',
    'Start Uvicorn with `--ssl-certfile` and pip with `--no-binary`.',
    '- `ACME_CERT_FILE`: the certificate.',
    '- `acme_statement`: the parsed line.',
    '```yaml\nautoupdate_schedule: monthly\n```',
  ].join('\n\n');
  const said = findFacts({ markdown: text, file: 'tls.md' }, text);
  const before = {
    'src/tls.py': "SSL_CERT_FILE = 'ssl_cert_file'\nACME_CERT_FILE = env('ACME_CERT_FILE')\n",
    'src/line.py': 'acme_statement = parse()\n',
    'scripts/migrate.py': "run('pip', '--no-binary')\n",
    '.pre-commit-config.yaml': 'autoupdate_schedule: monthly\n',
  };
  const now = { 'src/line.py': '# Sets `acme_statement`.\nsetattr(space, name_of("statement"), parse())\n' };
  const change = { before: treeOf(before), now: treeOf(now), changed: new Set(Object.keys(before)) };
  const touched = await checkTouched(said, change);
  assert.deepEqual(
    touched.filter(({ breaks }) => breaks).map(({ text: one }) => one),
    ['ACME_CERT_FILE'],
  );
});

test('of docs in several versions, the newest states the facts', () => {
  const files = [
    '@v1/a.md',
    '@v2/a.md',
    'api/1.9/b.md',
    'api/1.10/b.md',
    'old/2.x/c.md',
    'd.md',
    'v1beta/e.md',
  ];
  assert.deepEqual([...olderVersions(files)], ['@v1/a.md', 'api/1.9/b.md']);
});
