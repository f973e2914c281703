import type { HttpContext } from '../route.ts';
import type { BuiltFile } from './built-files.ts';

/** A built file in an encoding that the browser accepts, or 304 when it has it. */
export async function answerFile(
  c: HttpContext,
  file: BuiltFile,
  headers: Record<string, string>,
): Promise<Response> {
  const all: Record<string, string> = {
    ...headers,
    'x-content-type-options': 'nosniff',
    etag: file.etag,
    vary: 'Accept-Encoding',
    'content-type': file.contentType,
  };
  // Proxies that compress make the tag a weak one. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
  if (c.req.header('if-none-match')?.replace(/^W\//, '') === file.etag)
    return new Response(null, { status: 304, headers: all });
  const accepted = c.req.header('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  if (encoding !== undefined) all['content-encoding'] = encoding;
  const bytes = encoding === undefined ? file.bytes : await file.encoded[encoding]();
  return new Response(bytes, { headers: all });
}
