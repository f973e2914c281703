import { z } from '@hono/zod-openapi';

/** How a project's channel is set up. */
export const channelSchema = z
  .object({
    channel: z.string().describe('`slack`, `discord`, `github` or `webhook`.'),
    connected: z.boolean(),
    secrets: z.array(z.string()).describe('The names of the secrets that are stored.'),
    addresses: z
      .record(z.string(), z.string())
      .describe('Where the channel is to send its requests, by what they are.'),
    manifest: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What to paste at the channel’s site; null where there is no such thing.'),
    registers: z.boolean().describe('Whether its commands are registered from here.'),
  })
  .openapi('Channel');
export type Channel = z.output<typeof channelSchema>;

export const channelTestSchema = z
  .object({
    ok: z.boolean(),
    problems: z.array(z.string()).describe('What keeps it from working, each with what to do.'),
  })
  .openapi('ChannelTest');
export type ChannelTest = z.output<typeof channelTestSchema>;

/** An answer that waits for the team. */
export const channelDraftSchema = z
  .object({
    id: z.string(),
    channel: z.string(),
    question: z.string(),
    answer: z.string().describe('Markdown, with its sources at the end.'),
    person: z.string().describe('Who asked, by the channel’s own name.'),
    createdAt: z.string(),
  })
  .openapi('ChannelDraft');
export type ChannelDraft = z.output<typeof channelDraftSchema>;
