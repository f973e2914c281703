import { withoutQuoted } from '../lib/quoted.ts';
import type { JobMessage } from '../store/jobs.ts';
import { type Checker, orNull } from './checks/checker.ts';

/** What a pull request may say of a job's requests: not what they quote, as of private code, and no secrets. */
export async function shownRequests(
  checker: Checker,
  messages: readonly JobMessage[],
): Promise<{ text: string; by: string | null }[]> {
  const requests = messages.filter(({ author }) => author === 'person');
  return Promise.all(
    requests.map(async ({ text, by }) => {
      const own = withoutQuoted(text)
        .replace(/\n{3,}/g, '\n\n')
        .trim();
      return { text: await withoutSecrets(checker, own), by };
    }),
  );
}

async function withoutSecrets(checker: Checker, text: string): Promise<string> {
  const found = await orNull(checker.run('secrets', 'request.md', text));
  if (found === null) return '…';
  let [masked, at] = ['', 0];
  for (const { start, end } of found) {
    if (start >= at) masked += `${text.slice(at, start)}…`;
    at = Math.max(at, end);
  }
  return masked + text.slice(at);
}
