import { readFile } from 'node:fs/promises';
import { DocentError } from '../errors.ts';

/** The text of a file that an argument names. @throws DocentError `not_found` */
export async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new DocentError('not_found', `The file ${file} cannot be read.`, { cause });
  });
}
