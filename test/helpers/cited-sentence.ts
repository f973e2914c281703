import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** The sentence whose sources are shown; empty without one. */
export const citedSentence = (page: Page): Promise<string> =>
  page.evaluate("[...(CSS.highlights.get('docent-cited') ?? [])].join()");

/** What the first number in an answer supports: shown while that has the focus, until Escape. */
export async function firstCitedSentence(answer: Locator, source: string): Promise<string> {
  const page = answer.page();
  await answer.locator('.cite').first().getByRole('link').focus();
  await answer.locator('.docent-cited').getByText(source).first().waitFor();
  const sentence = await citedSentence(page);
  assert.notEqual(sentence, '');
  await page.keyboard.press('Escape');
  assert.equal(await citedSentence(page), '');
  return sentence;
}
