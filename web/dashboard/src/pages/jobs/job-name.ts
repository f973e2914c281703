import type { Job } from '../../../../../src/protocol/manage/job-schema.ts';

/** A job's display name: its title if any, else its prompt in one line. */
export function nameOf({ title, prompt }: Pick<Job, 'title' | 'prompt'>): string {
  const name = (title ?? orderOf(prompt)).trim().replace(/\s+/g, ' ');
  return name.length > maxLength ? `${name.slice(0, maxLength - 1)}…` : name;
}

const maxLength = 100;

/** The reader's question in a drafted prompt; the first line of any other prompt. */
function orderOf(prompt: string): string {
  const question = /<questions>\n([^\n]+)/.exec(prompt)?.[1];
  return question === undefined ? prompt.trim().split('\n', 1)[0]! : `Answer “${question}”`;
}
