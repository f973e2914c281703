import { unzipSync, zipSync } from 'fflate';

/** Bytes that a document may unpack to: a small file can hold very much of the same. */
const maxUnpacked = 200 * 1024 * 1024;

/** The files of an archive whose names are wanted. @throws Error for one that unpacks to too much */
export function unpack(bytes: Uint8Array, isWanted: (name: string) => boolean): Record<string, Uint8Array> {
  let size = 0;
  return unzipSync(bytes, {
    filter({ name, originalSize }) {
      size += originalSize;
      if (size > maxUnpacked) throw new Error('it unpacks to more than 200 MB');
      return isWanted(name);
    },
  });
}

/** The wanted files of an archive as one that holds just these, for who would unpack all that it claims to hold. */
export function repacked(bytes: Uint8Array, isWanted: (name: string) => boolean): Uint8Array {
  return zipSync(unpack(bytes, isWanted), { level: 0 });
}
