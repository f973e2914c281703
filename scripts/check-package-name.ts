// node scripts/check-package-name.ts: fails a release when the registry's package of our name is not ours, and says in
// $GITHUB_OUTPUT whether to publish. Needs NODE_AUTH_TOKEN.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPublished } from './how-to-run.ts';

type Found = { repository?: { url?: string } | string; maintainers?: ({ name?: string } | string)[] };

/**
 * @returns why the package may not be published
 * @throws when the registry gives no answer
 */
export async function problemWithName(
  own: { name: string; repository: { url: string } },
  registry: string,
  token: string,
): Promise<string | null> {
  const ask = (path: string) =>
    fetch(new URL(path, registry), {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    });
  const asked = await ask('-/whoami');
  const { username } = (asked.ok ? await asked.json() : {}) as { username?: string };
  if (username === undefined) return `The registry does not know the token (${asked.status}): set NPM_TOKEN.`;
  const found = await ask(own.name.replace('/', '%2f'));
  if (found.status === 404) return null;
  if (!found.ok) throw new Error(`The registry answered ${found.status} for ${own.name}.`);
  const { repository, maintainers = [] } = (await found.json()) as Found;
  const names = maintainers.map((one) => (typeof one === 'string' ? one.split(' ')[0] : one.name));
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (!names.includes(username))
    return `${own.name} belongs to ${names.join(', ') || 'somebody else'} in the registry, not to ${username}. Choose another name in package.json, then \`npm run docs\`.`;
  return url === own.repository.url
    ? null
    : `${own.name} in the registry is made from ${url}, not from ${own.repository.url}.`;
}

if (import.meta.main) {
  const own = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  const { npm_config_registry: registry = 'https://registry.npmjs.org/', NODE_AUTH_TOKEN: token = '' } =
    process.env;
  const problem = isPublished(own) ? await problemWithName(own, registry, token) : null;
  if (problem !== null) {
    console.error(problem);
    process.exit(1);
  }
  if (!isPublished(own)) console.log('package.json says private: the package goes to the release alone.');
  const output = process.env['GITHUB_OUTPUT'];
  if (output !== undefined) appendFileSync(output, `publish=${isPublished(own)}\n`);
}
