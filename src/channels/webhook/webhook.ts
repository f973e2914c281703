import { z } from 'zod';
import { DocentError } from '../../errors.ts';
import { isSameBytes } from '../../lib/secrets.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { sendWebhook, signatureOf } from '../../notify/webhook.ts';
import type { Asked, Channel, ChannelDeps, ChannelRequest, Received, SharedSettings } from '../channel.ts';
import { sharedSettings } from '../shared-settings.ts';
import { headerOf, isRecent, wrongSignature } from '../verify.ts';

type WebhookSettings = SharedSettings & { url: string; secret: string };

const id = z.string().min(1).max(200);
const question = z.object({
  id,
  text: z.string().min(1).max(20_000),
  person: id.default('anonymous'),
  workspace: id.default('default'),
  thread: id.optional(),
  private: z.boolean().default(false),
});
const told = z.discriminatedUnion('type', [
  z.object({ type: z.literal('question'), data: question }),
  z.object({ type: z.literal('question.edited'), data: question }),
  z.object({ type: z.literal('question.deleted'), data: z.object({ id }) }),
  z.object({
    type: z.literal('feedback'),
    data: z.object({ messageId: id, helpful: z.boolean(), comment: z.string().max(2_000).optional() }),
  }),
]);

/**
 * Anything that can send and receive a webhook: questions come, and answers go out, as JSON with a Standard Webhooks
 * signature. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const webhook: Channel<WebhookSettings> = {
  name: 'webhook',
  schema: z.strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .describe('Where answers are sent.'),
    secret: z
      .string()
      .regex(/^(?:whsec_)?[A-Za-z0-9+/]{24,200}={0,2}$/, 'must be whsec_ and at least 18 bytes in base64')
      .optional()
      .describe('Signs both ways. Never returned; absent: stays as it is.'),
    ...sharedSettings,
  }),
  secrets: { secret: true },
  endpoints: ['events'],
  receive(settings, request) {
    requireSignature(request, settings.secret);
    return readTold(parseJson(request.body));
  },
  open(settings, { privateHosts }) {
    const send = (type: string, data: object) =>
      sendWebhook({ ...settings, at: Date.now(), privateHosts }, { type, ...data });
    return {
      async finish(asked, _, { markdown: text, ...answer }) {
        await send('answer', { ...aboutOf(asked), text, ...answer });
      },
      refuse: (asked, _, reason) => send('refusal', { ...aboutOf(asked), reason }),
    };
  },
  test: testWebhook,
};

const aboutOf = ({ id: question, person, thread }: Asked) => ({ question, person, thread });

/** @throws DocentError `invalid_signature` */
function requireSignature(request: ChannelRequest, secret: string): void {
  const sentAt = headerOf(request, 'webhook-timestamp');
  const id = headerOf(request, 'webhook-id');
  const expected = signatureOf(secret, { id, timestamp: sentAt, body: request.body });
  const given = headerOf(request, 'webhook-signature').split(' ').slice(0, 10);
  const fits = given.map((each) => isSameBytes(Buffer.from(each.replace(/^v1,/, ''), 'base64'), expected));
  if (!fits.includes(true) || !isRecent(sentAt, request.now)) throw wrongSignature('webhook');
}

function readTold(body: unknown): Received {
  const read = told.safeParse(body);
  if (!read.success) {
    const [issue] = read.error.issues;
    const path = (issue?.path ?? []).join('.');
    const message = issue?.message ?? 'not an event';
    throw new DocentError('invalid_request', `${path}: ${message}`, { details: [{ path, message }] });
  }
  const { type, data } = read.data;
  const response = { accepted: true };
  if (type === 'feedback') return { events: [{ kind: 'rated', ...data }], response };
  if (type === 'question.deleted') return { events: [{ kind: 'deleted', id: data.id }], response };
  const { id: nth, text, person, workspace, thread = nth } = data;
  const asked: Asked = {
    id: nth,
    text,
    person,
    workspace,
    places: [workspace, person],
    thread,
    isPrivate: data.private,
    where: {},
  };
  return { events: [{ kind: type === 'question' ? 'asked' : 'edited', asked }], response };
}

async function testWebhook(settings: WebhookSettings, { privateHosts }: ChannelDeps): Promise<string[]> {
  try {
    await sendWebhook({ ...settings, at: Date.now(), privateHosts }, { type: 'test' });
    return [];
  } catch (error) {
    const why = error instanceof DocentError || error instanceof Error ? error.message : String(error);
    return [`The address for answers does not take a test: ${why}`];
  }
}
