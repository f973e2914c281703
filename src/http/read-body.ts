import type { IncomingMessage } from 'node:http';
import { DocentError } from '../errors.ts';
import { parseJson } from '../lib/parse-json.ts';

/**
 * A request's JSON body, parsed and not yet validated.
 * @param maxBytes of the body as sent
 * @throws DocentError `unsupported_media_type`, `body_too_large`, `invalid_json`
 */
export async function readJson(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ body: unknown; bytes: number }> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new DocentError('unsupported_media_type', 'Send the body uncompressed, without Content-Encoding.');
  }
  const type = request.headers['content-type'];
  if (type !== undefined && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new DocentError(
      'unsupported_media_type',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  const bytes = await readBytes(request, maxBytes);
  return { body: parseJson(bytes), bytes: bytes.length };
}

/** The error for a body of more bytes than an endpoint takes. @param advice a sentence */
export function tooLarge(maxBytes: number, advice?: string): DocentError {
  const size = maxBytes >= 1024 ** 2 ? `${maxBytes / 1024 ** 2} MiB` : `${maxBytes / 1024} KiB`;
  const message = `The body is larger than ${size}.${advice === undefined ? '' : ` ${advice}`}`;
  return new DocentError('body_too_large', message, { headers: { connection: 'close' } });
}

/** Bytes of an oversized body that are read and discarded: a client that is cut off while sending reads no answer. */
const maxIgnored = 16 * 1024 ** 2;

/**
 * A request's body as sent.
 * @throws DocentError `body_too_large`; `invalid_request` when the connection broke
 */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size <= maxBytes) chunks.push(chunk as Buffer);
      else if (size > maxBytes + maxIgnored) throw tooLarge(maxBytes);
    }
  } catch (cause) {
    if (cause instanceof DocentError) throw cause;
    throw new DocentError('invalid_request', 'The request was cut off.', { cause });
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
  return Buffer.concat(chunks);
}
