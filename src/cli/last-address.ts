import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Beside `server.lock`. It stays when the server stops, because the next one usually listens at the same address. */
const fileIn = (dataFolder: string) => join(dataFolder, 'server.url');

/** Keeps where a server of this data folder listens, for commands that print links to it. */
export function keepAddress({ dataFolder }: Pick<Config, 'dataFolder'>, url: string): void {
  try {
    writeFileSync(fileIn(dataFolder), `${url}\n`);
  } catch {
    // A full disk must not prevent a server from starting.
  }
}

/** The URL at which people reach the server: the configured one, or where it listens or last did. */
export function addressOf({
  publicUrl,
  dataFolder,
  port,
}: Pick<Config, 'publicUrl' | 'dataFolder' | 'port'>): string {
  if (publicUrl !== undefined) return publicUrl;
  try {
    return readFileSync(fileIn(dataFolder), 'utf8').trim();
  } catch {
    return `http://localhost:${port}`;
  }
}
