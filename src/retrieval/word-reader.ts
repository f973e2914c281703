/** The module that reads the words of pages in the processes that parse them. */
export const wordReader = new URL('./read-words.ts', import.meta.url);
