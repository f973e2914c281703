/**
 * Storage for files that every server may need. A name always has the same content; writing one again writes the same.
 * The contract of all adapters is `test/contract/file-store.ts`.
 */
export type FileStore = {
  /**
   * Stores a local file.
   * @param sha256 of its bytes, hex
   * @throws Error when it cannot be stored, or does not match the sum; then it cannot be read under this name
   */
  put(name: string, file: string, sha256: string): Promise<void>;
  /** Its bytes, in order. @throws MissingFile when there is none, Error when it cannot be read now; both while it is read */
  get(name: string): AsyncIterable<Uint8Array>;
  /** Missing files are no error. */
  remove(name: string): Promise<void>;
  close(): void;
};
