import { readTexts } from '../../api/read-texts.ts';

const subjects = ['gap', 'page', 'question', 'finding', 'prompt'] as const;

/** The subject of a new job's drafted prompt, in the address. */
export type JobSearch = Partial<Record<(typeof subjects)[number], string>>;

export const readJobSearch = (search: Record<string, unknown>): JobSearch => readTexts(search, subjects);
