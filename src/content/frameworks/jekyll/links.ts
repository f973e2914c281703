import { posix } from 'node:path';
import type { LinkForm } from '../../links/found-link.ts';

/** `{% link _docs/install.md %}` https://jekyllrb.com/docs/liquid/tags/#links */
export const sourceLink: LinkForm = {
  pattern: /\{%-?\s{0,20}link\s{1,20}([^\s%{}]{1,500})\s{0,20}-?%\}/g,
  read: (url) => `/${url}`,
  write: (_url, target, { sourceRoots }) => posix.relative(sourceRoots[0] ?? '', target),
};

/** `{{ '/docs/install/' | relative_url }}` https://jekyllrb.com/docs/liquid/filters/ */
export const addressLink: LinkForm = {
  pattern: /\{\{-?\s{0,20}["'](\/[^"'\n]{0,500})["']\s{0,20}\|\s{0,20}(?:relative|absolute)_url\b/g,
};
