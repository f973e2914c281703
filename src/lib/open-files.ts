import { readFileSync } from 'node:fs';

/** The message for people when this process has too many files open. */
export const outOfFiles =
  'Docent may not open enough files. Let it open at least 1,024: `ulimit -n`, systemd’s `LimitNOFILE`, Docker’s `--ulimit nofile`.';

/** Fewer are not enough to build the first index or the dashboard. */
const least = 128;

/** Whether this process may open enough files; true where the system does not tell. */
export const mayOpenEnough = (): boolean => maxOpenFiles() >= least;

/** How many files this process may open; infinite where the system does not tell. */
export function maxOpenFiles(): number {
  try {
    // Node has already raised it to the system's maximum.
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** Whether something failed only because this process, or the machine, has too many files open. */
export function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

/** Treats an unreadable file as missing, unless the cause is too many open files. */
export function unlessOutOfFiles<Absent>(absent: Absent): (error: unknown) => Absent {
  return (error) => {
    if (isOutOfFiles(error)) throw error;
    return absent;
  };
}
