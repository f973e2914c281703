import { createHmac } from 'node:crypto';
import type { ChannelRequest } from '../channel.ts';
import { isSameBytes } from '../../lib/secrets.ts';
import { headerOf, isRecent, wrongSignature } from '../verify.ts';

/** https://docs.slack.dev/authentication/verifying-requests-from-slack @throws DocentError `invalid_signature` */
export function requireSlackSignature(request: ChannelRequest, signingSecret: string): void {
  const sentAt = headerOf(request, 'x-slack-request-timestamp');
  const signature = headerOf(request, 'x-slack-signature');
  const expected = createHmac('sha256', signingSecret).update(`v0:${sentAt}:`).update(request.body).digest();
  const given = Buffer.from(/^v0=[0-9a-f]{64}$/i.test(signature) ? signature.slice(3) : '', 'hex');
  if (isSameBytes(given, expected) && isRecent(sentAt, request.now)) return;
  throw wrongSignature('Slack app');
}
