import { readTexts } from '../../api/read-texts.ts';

const subjects = ['gap', 'page', 'question', 'finding', 'prompt'] as const;

/** What a job is to be about, for its drafted prompt; as it stands in the address. */
export type JobSearch = Partial<Record<(typeof subjects)[number], string>>;

export const readJobSearch = (search: Record<string, unknown>): JobSearch => readTexts(search, subjects);
