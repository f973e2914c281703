import { listMessages } from '../store/jobs.ts';
import type { Run } from './job-run.ts';
import { withoutQuoted } from '../lib/quoted.ts';

/** What a request quotes of events and of readers. */
const foreign = ['title', 'description', 'diff', 'notes', 'questions'];

/** What a job may bring into the docs that runs or is fetched: names from the project's settings, hosts that its requests name outside of what they quote. */
export type AllowedCode = { names: readonly string[]; hosts: ReadonlySet<string> };

export async function allowedCode({ deps, job, forge }: Run): Promise<AllowedCode> {
  const messages = await listMessages(deps.store, job.id);
  const requests = messages.filter(({ author }) => author === 'person').map(({ text }) => text);
  const hosts = requests.flatMap((text) => [
    ...withoutQuoted(text, foreign).matchAll(/https?:\/\/([^\s/"'<>()?#]{1,255})/gi),
  ]);
  return { names: forge.allowCode ?? [], hosts: new Set(hosts.map(([, host]) => host!.toLowerCase())) };
}
