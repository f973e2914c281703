// node scripts/comment-proof.ts TABLE: writes a proof below its pull request, in place of the one before. For action.yml, by
// whose environment it knows where.
import { readFileSync } from 'node:fs';

const {
  GITHUB_API_URL: api = '',
  GITHUB_REPOSITORY: repository = '',
  PULL_REQUEST: number = '',
  COMMENT_TOKEN: token = '',
} = process.env;
const marker = '<!-- docent:proof -->';

/** https://docs.github.com/en/rest/issues/comments */
async function call(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${api}/repos/${repository}/issues${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${method} ${path}.`);
  return response.json();
}

type Comment = { id: number; body?: string };

async function findEarlier(): Promise<Comment | undefined> {
  for (let page = 1; page <= 10; page++) {
    const comments = (await call('GET', `/${number}/comments?per_page=100&page=${page}`)) as Comment[];
    const earlier = comments.find(({ body }) => body?.startsWith(marker));
    if (earlier !== undefined || comments.length < 100) return earlier;
  }
  return undefined;
}

const body = `${marker}\n${readFileSync(process.argv[2]!, 'utf8')}`;
const earlier = await findEarlier();
await (earlier === undefined
  ? call('POST', `/${number}/comments`, { body })
  : call('PATCH', `/comments/${earlier.id}`, { body }));
