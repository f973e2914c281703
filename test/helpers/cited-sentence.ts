import type { Page } from 'playwright-core';

/** The sentence whose sources are shown; empty without one. */
export const citedSentence = (page: Page): Promise<string> =>
  page.evaluate("[...(CSS.highlights.get('docent-cited') ?? [])].join()");
