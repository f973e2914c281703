import { z } from 'zod';
import type { ApiPlace, ApiSource, EntryPage } from './api-source.ts';
import { authorizationOf, type CallApi, checked, unlessGone } from './call-api.ts';

const richText = z.array(
  z.object({
    plain_text: z.string(),
    href: z.string().nullish(),
    annotations: z.object({ code: z.boolean().optional() }).optional(),
    type: z.string().optional(),
  }),
);
type RichText = z.output<typeof richText>;
const page = z.object({
  object: z.literal('page'),
  id: z.string(),
  url: z.string(),
  public_url: z.string().nullish(),
  last_edited_time: z.string(),
  archived: z.boolean().optional(),
  in_trash: z.boolean().optional(),
  properties: z.record(z.string(), z.looseObject({ type: z.string() })),
});
const listed = z.object({ has_more: z.boolean(), next_cursor: z.string().nullish() });
const found = listed.extend({ results: z.array(z.unknown()) });
const block = z.looseObject({ id: z.string(), type: z.string(), has_children: z.boolean().optional() });
const blocks = listed.extend({ results: z.array(block) });
type Block = z.output<typeof block>;

/** Blocks of a page, and how deep they are read. */
const maxBlocks = 5_000;
const maxDepth = 5;
/** A minute, and what clocks differ by. */
const settledMs = 2 * 60_000;

const checkedAs = <Schema extends z.ZodType>(schema: Schema, given: unknown) =>
  checked(schema, given, 'Notion', 'Check DOCENT_NOTION_URL.');

/** The pages that an integration may read. https://developers.notion.com/reference/post-search */
export const notion: ApiSource = {
  name: 'Notion',
  headers: ({ token }) => ({ ...authorizationOf(token), 'notion-version': '2022-06-28' }),
  async *list(place, call) {
    for (let cursor: string | null = null; ;) {
      const body: object = {
        filter: { property: 'object', value: 'page' },
        page_size: 100,
        ...(cursor !== null && { start_cursor: cursor }),
      };
      const answer: z.output<typeof found> = checkedAs(
        found,
        await call(new URL(`${place.notionUrl}/v1/search`), body),
      );
      for (const one of answer.results) {
        const { data: at } = page.safeParse(one);
        if (at !== undefined && at.archived !== true && at.in_trash !== true)
          yield { id: at.id, version: versionOf(at.last_edited_time) };
      }
      if (!answer.has_more) return;
      cursor = answer.next_cursor ?? null;
    }
  },
  async read(place, ids, call) {
    const read = new Map<string, EntryPage>();
    for (const id of ids) {
      const given = await call(new URL(`${place.notionUrl}/v1/pages/${id}`)).catch(unlessGone);
      if (given === null) continue;
      const at = checkedAs(page, given);
      read.set(id, {
        path: `pages/${id.replaceAll('-', '')}`,
        url: at.public_url ?? at.url,
        title: titleOf(at.properties) || 'Untitled',
        kind: 'article',
        label: 'Article, updated',
        date: at.last_edited_time,
        text: { markdown: await textOf(place, id, call) },
        people: [],
      });
    }
    return read;
  },
};

/**
 * Times of editing are cut to the minute, so one of the last minutes may yet stand for another edit: such a page is read again.
 * https://developers.notion.com/reference/page
 */
function versionOf(editedAt: string): string {
  const now = Date.now();
  return now - Date.parse(editedAt) < settledMs ? `${editedAt} read at ${now}` : editedAt;
}

function titleOf(properties: z.output<typeof page>['properties']): string {
  const title = Object.values(properties).find(({ type }) => type === 'title');
  return (
    richText
      .safeParse(title?.['title'])
      .data?.map((part) => part.plain_text)
      .join('') ?? ''
  );
}

async function textOf(place: ApiPlace, id: string, call: CallApi): Promise<string> {
  let left = maxBlocks;
  const childrenOf = async (parent: string, depth: number): Promise<string[]> => {
    const parts: string[] = [];
    for (let cursor = ''; ;) {
      const url = new URL(`${place.notionUrl}/v1/blocks/${parent}/children?page_size=100`);
      if (cursor !== '') url.searchParams.set('start_cursor', cursor);
      const answer = checkedAs(blocks, await call(url));
      for (const one of answer.results) {
        if (left-- <= 0) return parts;
        // Pages below have entries of their own.
        const isOpen = one.has_children === true && depth < maxDepth && !one.type.startsWith('child_');
        const inner = isOpen ? await childrenOf(one.id, depth + 1) : [];
        parts.push(markdownOf(one, inner));
      }
      if (!answer.has_more || answer.next_cursor == null || answer.results.length === 0) return parts;
      cursor = answer.next_cursor;
    }
  };
  return (await childrenOf(id, 0)).filter((part) => part !== '').join('\n\n');
}

/** https://developers.notion.com/reference/block */
function markdownOf({ type, ...rest }: Block, inner: string[]): string {
  const own = (rest[type] ?? {}) as {
    rich_text?: unknown;
    language?: string;
    cells?: unknown;
    checked?: boolean;
  };
  const text = writtenAs(richText.safeParse(own.rich_text).data ?? []);
  const below = inner.filter((part) => part !== '');
  const indented = below.map((part) => part.replaceAll(/^(?=.)/gm, '  ')).join('\n');
  const after = below.length === 0 ? '' : `\n\n${below.join('\n\n')}`;
  switch (type) {
    case 'heading_1':
    case 'heading_2':
    case 'heading_3':
      return `${'#'.repeat(Number(type.at(-1)) + 1)} ${text}${after}`;
    case 'bulleted_list_item':
    case 'to_do':
      return `- ${text}${indented && `\n${indented}`}`;
    case 'numbered_list_item':
      return `1. ${text}${below.map((part) => `\n${part.replaceAll(/^(?=.)/gm, '   ')}`).join('')}`;
    case 'code': {
      const code = (richText.safeParse(own.rich_text).data ?? []).map((part) => part.plain_text).join('');
      const fence = code.includes('```') ? '~~~~' : '```';
      return `${fence}${own.language === 'plain text' ? '' : (own.language ?? '')}\n${code}\n${fence}`;
    }
    case 'table':
      return tableOf(below);
    case 'table_row': {
      const cells = z.array(richText).safeParse(own.cells).data ?? [];
      return `| ${cells
        .map((cell) =>
          writtenAs(cell)
            .replaceAll('|', String.raw`\|`)
            .replaceAll('\n', ' '),
        )
        .join(' | ')} |`;
    }
    default:
      return `${text}${after}`.trim();
  }
}

function tableOf([head = '', ...rows]: string[]): string {
  const columns = head.split(/(?<!\\)\|/).length - 2;
  return columns < 1 ? '' : [head, `|${' --- |'.repeat(columns)}`, ...rows].join('\n');
}

/** Mentions of people are left out. */
function writtenAs(parts: RichText): string {
  return parts
    .filter(({ type, plain_text: text }) => !(type === 'mention' && text.startsWith('@')))
    .map(({ plain_text: text, href, annotations }) => {
      const code = annotations?.code === true ? `\`${text}\`` : text;
      return href != null && /^https?:/.test(href) ? `[${code}](${href})` : code;
    })
    .join('');
}
