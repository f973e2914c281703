import { createHash } from 'node:crypto';
import type { Page } from '../../src/content/page.ts';

/** A page with one section for each heading (`# Title` first), and whatever a test says otherwise. */
export function makePage(path: string, markdown: string, rest: Partial<Page> = {}): Page {
  const [opening = '', ...parts] = markdown.split(/^## /m);
  const title = /^# (.*)/.exec(opening)?.[1] ?? path;
  const headed = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const anchor = heading.toLowerCase().replaceAll(' ', '-');
    return { anchor, heading, headingPath: [title, heading], text: lines.join('\n').trim() };
  });
  return {
    path,
    url: `/${path}`,
    file: `${path}.md`,
    title,
    description: null,
    language: null,
    version: null,
    tags: [],
    groups: [],
    isDefault: true,
    hash: createHash('sha256')
      .update(JSON.stringify([path, markdown, rest]))
      .digest('hex'),
    markdown,
    source: null,
    sections: [
      { anchor: null, heading: title, headingPath: [title], text: opening.replace(/^# .*/, '').trim() },
      ...headed,
    ],
    links: [],
    ...rest,
  };
}
