import type { Job } from '../../../../../src/protocol/manage/job-schema.ts';

/** What a job is called: its title when it has one, else what it is asked for in a line. */
export function nameOf({ title, prompt }: Pick<Job, 'title' | 'prompt'>): string {
  const name = (title ?? orderOf(prompt)).trim().replace(/\s+/g, ' ');
  return name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
}

const longest = 100;

/** Of a drafted prompt the reader's question that it is about, of any other its first line. */
function orderOf(prompt: string): string {
  const question = /<questions>\n([^\n]+)/.exec(prompt)?.[1];
  return question === undefined ? prompt.trim().split('\n', 1)[0]! : `Answer “${question}”`;
}
