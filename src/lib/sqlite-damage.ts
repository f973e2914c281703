/** Whether SQLite found its file damaged, or no database at all. SQLITE_CORRUPT and SQLITE_NOTADB: https://sqlite.org/rescode.html */
export function isDamagedFile(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff);
}
