import { z } from 'zod';
import type { ApiSource } from './api-source.ts';
import { authorizationOf, checked, sameOrigin } from './call-api.ts';

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
  async *list({ url: start }, call) {
    let next: URL | null = new URL('/api/v2/help_center/articles.json?page[size]=100', start);
    while (next !== null) {
      const page: z.output<typeof answer> = checked(answer, await call(next), 'Zendesk');
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
      next = page.meta.has_more && link != null ? sameOrigin(link, start) : null;
    }
  },
  read: async () => new Map(),
};
