import { createPublicKey, verify } from 'node:crypto';
import type { ChannelRequest } from '../channel.ts';
import { headerOf, wrongSignature } from '../verify.ts';

/**
 * Ed25519 over the time of sending and the body. Discord sets no limit on its age: an interaction that comes again is known
 * by its id. https://docs.discord.com/developers/interactions/overview#validating-security-request-headers
 * @param publicKey 32 bytes in hex
 * @throws DocentError `invalid_signature`
 */
export function requireDiscordSignature(request: ChannelRequest, publicKey: string): void {
  const signature = headerOf(request, 'x-signature-ed25519');
  const sentAt = headerOf(request, 'x-signature-timestamp');
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const given = Buffer.from(/^[0-9a-f]{128}$/i.test(signature) ? signature : '', 'hex');
  const signed = Buffer.concat([Buffer.from(sentAt), request.body]);
  if (sentAt === '' || !verify(null, signed, key, given)) throw wrongSignature('Discord application');
}
