import { type Attachment, maxAttachedLength } from '../assistant/question.ts';
import { cleanLine, cleanText } from '../lib/clean-text.ts';
import { invalidRequest } from './validate.ts';

/** 5 MB, decoded. */
export const maxAttachmentBytes = 5 * 1024 * 1024;
export const maxAttachments = 10;

/** Media types that vision models accept; other images are not read. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const textTypes =
  /^(text\/.{1,100}|application\/(json|xml|yaml|x-yaml|toml|javascript|x-javascript|typescript|sql|graphql|x-sh|x-ndjson)|.{1,100}\+(json|xml|yaml))$/;

/** A file as a client sends it. Only data URLs are read; others are named to the model and never fetched. */
export type SentFile = {
  /** Its position in the body, for errors: `messages.0.parts.1.url`. */
  at: string;
  content: { url: string } | { base64: string };
  mediaType: string | undefined;
  name: string | undefined;
};

/**
 * Converts the files of one message to what the model can read.
 * @throws DocentError `invalid_request` when there are too many or one is too large
 */
export function readAttachments(files: SentFile[]): Attachment[] {
  const extra = files[maxAttachments];
  if (extra !== undefined) {
    throw invalidRequest([
      { path: extra.at, message: `a message can have at most ${maxAttachments} attachments` },
    ]);
  }
  return files.map(readAttachment);
}

function readAttachment(file: SentFile): Attachment {
  const encoded =
    'base64' in file.content ? base64Content(file.content.base64) : splitDataUrl(file.content.url);
  const mediaType = bareMediaType(file.mediaType) || encoded?.mediaType || 'application/octet-stream';
  const name = cleanLine(file.name ?? '').slice(0, 200) || null;
  const bytes = encoded && decode(encoded, file.at);
  if (bytes === undefined || bytes.length === 0) return { kind: 'unread', mediaType, name };
  if (imageTypes.has(mediaType)) return { kind: 'image', mediaType, data: bytes, name };
  const text = textTypes.test(mediaType) ? asUtf8(bytes) : undefined;
  return text === undefined ? { kind: 'unread', mediaType, name } : { kind: 'text', mediaType, text, name };
}

type Encoded = { mediaType: string; isBase64: boolean; payload: string };

function base64Content(content: string): Encoded | undefined {
  return splitDataUrl(content) ?? { mediaType: '', isBase64: true, payload: content };
}

/** The pieces of `data:[type][;parameter][;base64],payload` (RFC 2397); undefined for any other URL. */
function splitDataUrl(url: string): Encoded | undefined {
  if (url.slice(0, 5).toLowerCase() !== 'data:') return undefined;
  const comma = url.slice(0, 500).indexOf(',');
  if (comma === -1) return undefined;
  const head = url.slice(5, comma);
  return {
    mediaType: bareMediaType(head) || 'text/plain',
    isBase64: /;\s*base64$/i.test(head),
    payload: url.slice(comma + 1),
  };
}

/** `text/plain` of `Text/Plain; charset=utf-8`; empty when there is none. */
function bareMediaType(value: string | undefined): string {
  const match = /^\s{0,9}([\w.+-]{1,50}\/[\w.+-]{1,100})/.exec(value ?? '');
  return match?.[1]?.toLowerCase() ?? '';
}

function decode({ isBase64, payload }: Encoded, at: string): Uint8Array | undefined {
  const minBytes = isBase64 ? Math.floor(payload.length * 0.75) - 2 : Math.floor(payload.length / 3);
  if (minBytes > maxAttachmentBytes) throw tooLarge(at);
  const bytes = isBase64 ? Buffer.from(payload, 'base64') : percentDecoded(payload);
  if (bytes !== undefined && bytes.length > maxAttachmentBytes) throw tooLarge(at);
  return bytes;
}

function tooLarge(at: string) {
  return invalidRequest([{ path: at, message: 'an attachment can have at most 5 MB' }]);
}

function percentDecoded(payload: string): Uint8Array | undefined {
  try {
    return Buffer.from(decodeURIComponent(payload), 'utf8');
  } catch {
    return undefined;
  }
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return cleanText(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).slice(0, maxAttachedLength);
  } catch {
    return undefined;
  }
}
