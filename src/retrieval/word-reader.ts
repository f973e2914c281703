import { entryPoint } from '../lib/entry-point.ts';

/** The module that reads the words of pages in the processes that parse them. */
export const wordReader = entryPoint(new URL('./read-words.ts', import.meta.url));
