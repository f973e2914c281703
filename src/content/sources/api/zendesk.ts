import { z } from 'zod';
import { DocentError } from '../../../errors.ts';
import type { ApiSource } from './api-source.ts';
import { authorizationOf } from './call-api.ts';

const answer = z.object({
  articles: z.array(
    z.object({
      id: z.number(),
      html_url: z.string(),
      title: z.string(),
      body: z.string().nullish(),
      draft: z.boolean().nullish(),
      user_segment_id: z.number().nullish(),
      user_segment_ids: z.array(z.number()).nullish(),
      updated_at: z.string(),
      edited_at: z.string().nullish(),
    }),
  ),
  meta: z.object({ has_more: z.boolean() }),
  links: z.object({ next: z.string().nullish() }),
});

/** The articles of a help centre that everybody may read. https://developer.zendesk.com/api-reference/help_center/help-center-api/articles/ */
export const zendesk: ApiSource = {
  name: 'Zendesk',
  headers: ({ token }) => authorizationOf(token),
  async *list({ url: { origin } }, call) {
    let next: URL | null = new URL('/api/v2/help_center/articles.json?page[size]=100', origin);
    while (next !== null) {
      const { data: page } = answer.safeParse(await call(next));
      if (page === undefined)
        throw new DocentError(
          'source_unreachable',
          'Zendesk answers otherwise than its API does. Check the address of the help centre.',
        );
      for (const {
        id,
        html_url: url,
        title,
        body,
        draft,
        user_segment_id: segment,
        user_segment_ids: segments,
        updated_at,
        edited_at,
      } of page.articles) {
        // Those for signed-in users or agents alone have a segment.
        if (draft === true || segment != null || (segments ?? []).length > 0) continue;
        yield {
          id: String(id),
          version: updated_at,
          page: {
            path: `articles/${id}`,
            url,
            title,
            kind: 'article',
            label: 'Article, updated',
            date: edited_at ?? updated_at,
            text: { html: body ?? '' },
            people: [],
          },
        };
      }
      const link: string | null | undefined = page.links.next;
      next = page.meta.has_more && link != null ? sameOrigin(link, origin) : null;
    }
  },
  read: async () => new Map(),
};

/** The token goes to the address of the source only. */
function sameOrigin(link: string, origin: string): URL {
  const { pathname, search } = new URL(link, origin);
  return new URL(`${pathname}${search}`, origin);
}
