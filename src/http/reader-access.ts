import type { IncomingMessage } from 'node:http';
import type { Admission } from '../accounts/admit.ts';
import type { Reader, ReaderTokens } from '../accounts/reader-token.ts';
import { DocentError } from '../errors.ts';

/** For whose eyes an answer is. */
export type ReaderAccess = {
  /** Who the site says is reading; null: nobody vouches for anyone. */
  sub: string | null;
  /** Groups whose pages they may see beside the public ones. */
  groups: string[];
};

const readerHeader = 'x-docent-reader';

/**
 * The reader whom a request's token is of; null without one.
 * @throws DocentError `invalid_reader` for a token that is not valid, or none where the project wants one
 */
export async function findReader(
  { readers }: { readers: ReaderTokens },
  { project, by }: Pick<Admission, 'project' | 'by'>,
  { headers }: IncomingMessage,
): Promise<Reader | null> {
  const token = headers[readerHeader];
  if (typeof token === 'string' && token !== '') return readers.verify(project, token);
  const isPublic = by === 'assistant' || by === 'preview';
  if (!isPublic || project.settings.requireReader !== true) return null;
  throw new DocentError(
    'invalid_reader',
    'These docs are for signed-in readers. Send the token that your site signed as X-Docent-Reader.',
  );
}

/**
 * What a request may see. A public key says nothing about who holds it, so the groups that it names are ignored. An
 * admin key is taken only for what no public key can do, so that none ends up in a page by mistake.
 * @param named the groups that the request asks for
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
