import { createHash } from 'node:crypto';
import type { Page } from '../../src/content/page.ts';

const minText = 120;
const maxPages = 3_000;

/**
 * The pages with an answered discussion for each of their sections, made of it: the question has the section's heading in
 * its title, and the answer its first sentences. What docs say, said elsewhere in the same words, is what outranks them most
 * easily. The weight is that of the source.
 */
export function withDiscussions(pages: readonly Page[]): Page[] {
  const made: Page[] = [];
  for (const page of pages.filter(({ isDefault }) => isDefault))
    for (const { heading, text } of page.sections) {
      if (text.length < minText || made.length === maxPages) continue;
      made.push(discussionOf(page, { nth: made.length + 1, heading, text }));
    }
  return [...pages, ...made];
}

function discussionOf(page: Page, said: { nth: number; heading: string; text: string }): Page {
  const { nth, heading, text } = said;
  const title = `Question about ${heading}: how is it done?`;
  const question = `I read about ${page.title} and do not understand ${heading}. Can somebody explain it to me?`;
  const answer = text
    .split(/(?<=[.!?])\s+/)
    .slice(0, 3)
    .join(' ');
  const markdown = `## Question\n\n${question}\n\n## Answer\n\n${answer}`;
  const path = `discussions/${nth}`;
  return {
    ...page,
    path,
    url: `https://github.com/acme/docs/${path}`,
    file: `2:${path}`,
    title,
    description: null,
    tags: [],
    hash: createHash('sha256')
      .update(title + markdown)
      .digest('hex'),
    markdown,
    source: null,
    sections: [
      { anchor: 'question', heading: 'Question', headingPath: [title, 'Question'], text: question },
      { anchor: 'answer', heading: 'Answer', headingPath: [title, 'Answer'], text: answer },
    ],
    links: [],
    origin: { kind: 'discussion', label: 'Discussion, answered 3 March 2026', weight: 0.7 },
  };
}
