import type { IncomingMessage } from 'node:http';
import type { Admission } from '../accounts/admit.ts';
import type { Reader, ReaderTokens } from '../accounts/reader-token.ts';
import { DocentError } from '../errors.ts';

/** The reader of an answer. */
export type ReaderAccess = {
  /** The reader's identity, vouched for by the site; null without a reader token. */
  sub: string | null;
  /** Groups whose pages the reader may see in addition to the public ones. */
  groups: string[];
};

const readerHeader = 'x-docent-reader';

/**
 * The reader that a request's token identifies; null without one.
 * @throws DocentError `invalid_reader` for an invalid token, or none where the project requires one
 */
export async function findReader(
  { readers }: { readers: ReaderTokens },
  { project, by }: Pick<Admission, 'project' | 'by'>,
  { headers }: IncomingMessage,
  clientIp: string,
): Promise<Reader | null> {
  const token = headers[readerHeader];
  if (typeof token === 'string' && token !== '') return readers.verify(project, token, clientIp);
  const isPublic = by === 'assistant' || by === 'preview';
  if (!isPublic || project.settings.requireReader !== true) return null;
  throw new DocentError(
    'invalid_reader',
    'These docs are for signed-in readers. Send the token that your site signed as X-Docent-Reader.',
  );
}

/**
 * The access of a request. Anybody may hold a public key, so groups that a request names with it are ignored. Admin
 * keys are accepted only where public keys cannot do the same, so that none ends up in a page by mistake.
 * @param named the groups in the request
 * @throws DocentError `wrong_key_kind`
 */
export function readerAccess(
  reader: Reader | null,
  { by, project }: Pick<Admission, 'by' | 'project'>,
  named: string[] = [],
): ReaderAccess {
  if (reader !== null) return reader;
  if (by === 'admin' && named.length === 0 && project.preview === undefined) {
    throw new DocentError(
      'wrong_key_kind',
      'This endpoint needs an assistant key; the one sent is an admin key, which is for previews and for naming groups.',
    );
  }
  const mayName = by === 'admin' || by === 'session';
  return { sub: null, groups: mayName ? named : [] };
}
