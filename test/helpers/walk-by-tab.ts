import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openPath } from './dashboard-page.ts';

/** What Tab can reach, in the order of the page; of a group of radio buttons, one. */
const reachable = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
  (one) => one.tabIndex >= 0 && !one.matches(':disabled, [type=radio]:not(:checked)') && one.checkVisibility())`;

/** Goes through a page by Tab alone: everything is reached once, in order, and can be seen when it is. */
export async function walkByTab(page: Page, url: string): Promise<void> {
  await openPath(page, url);
  const names = `.map((one) => one.ariaLabel ?? one.name ?? one.textContent)`;
  const expected = await page.evaluate<string[]>(`${reachable}${names}`);
  const reached: string[] = [];
  const focused = `(({ activeElement: one }) => {
    if (one === document.body) return null;
    const { top, bottom, width } = one.getBoundingClientRect();
    const isSeen = bottom > 0 && top < innerHeight && width > 1 && one.matches(':focus-visible');
    return (isSeen ? '' : 'unseen: ') + [one]${names}[0];
  })(document)`;
  while (reached.length <= expected.length) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate<string | null>(focused);
    if (name === null) break;
    reached.push(name);
  }
  assert.deepEqual(reached, expected, url);
}
