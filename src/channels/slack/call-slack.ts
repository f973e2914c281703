import { z } from 'zod';
import { callJson, ChannelFault } from '../call-json.ts';

const answer = z.looseObject({ ok: z.boolean(), error: z.string().optional() });

type SlackCall = {
  slackUrl: string;
  token: string;
  method: string;
  args?: Record<string, unknown>;
  impatient?: boolean;
};

/**
 * Calls a method of Slack's Web API. What only reads takes a form, what writes takes JSON: https://docs.slack.dev/apis/web-api/
 * @throws ChannelFault with Slack's error code
 */
export async function callSlack({
  slackUrl,
  token,
  method,
  args = {},
  impatient = false,
}: SlackCall): Promise<Record<string, unknown> & { scopes: string | null }> {
  const isWrite = method.startsWith('chat.');
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const form = () =>
    new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  const { status, headers, json } = await callJson({
    channel: 'Slack',
    url: `${slackUrl}/${method}`,
    headers: { authorization: `Bearer ${token}` },
    body: isWrite ? Object.fromEntries(given) : form(),
    impatient,
  });
  const read = answer.safeParse(json);
  if (!read.success) throw new ChannelFault('Slack', { code: `status ${status}`, status });
  if (!read.data.ok) throw new ChannelFault('Slack', { code: read.data.error ?? 'unknown_error', status });
  return { ...read.data, scopes: headers.get('x-oauth-scopes') };
}
