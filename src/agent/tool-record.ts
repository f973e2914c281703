import { createHash } from 'node:crypto';

/** A tool call for display. `hash` identifies a call together with its outcome. */
export type ToolRecord = { name: string; summary: string; ok: boolean; hash: string };

export function hashCall(name: string, input: string, output: string): string {
  return createHash('sha256').update(`${name}\0${input}\0${output}`).digest('hex').slice(0, 16);
}
