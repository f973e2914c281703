import { createRequire } from 'node:module';
import clients from './package.json' with { type: 'json' };

/** What an app can do with a chat, the same for every AI SDK client. */
export type ChatClient = {
  send(text: string): Promise<void>;
  regenerate(): Promise<void>;
  /** AI SDK 5 and later: asks whether an answer is still running. */
  resume?(): Promise<void>;
  readonly messages: { role: string; text: string }[];
  readonly sources: { url: string; title?: string }[];
  /** Of finished tool calls, as the app finds them in the messages. */
  readonly toolResults: unknown[];
  /** The thread's id by each way that an app can get it. */
  readonly threadIds: Record<string, string | undefined>;
  readonly error: Error | undefined;
};

export type ChatOptions = {
  /** Of the npm package `ai`. */
  version: string;
  /** The message endpoint. */
  url: string;
  key: string;
  /** AI SDK 5 and later: the chat's id. */
  id?: string;
  /** AI SDK 5 and later: what the app has stored of it. */
  messages?: unknown[];
  /** AI SDK 5 and later: what `data-*` parts are checked by. */
  dataPartSchemas?: Record<string, unknown>;
  /** Beside `fp` and `threadId`. */
  body?: Record<string, unknown>;
  fetch?: typeof fetch;
};

const requireHere = createRequire(import.meta.url);

/** Versions of the package `ai` that are installed here, oldest first. */
export function installedVersions(isWanted: (major: number) => boolean): string[] {
  const versions = Object.keys(clients.dependencies).flatMap((name) => /^ai-(.+)$/.exec(name)?.[1] ?? []);
  return versions
    .filter((version) => isWanted(Number.parseInt(version, 10)))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The package `ai` of one version. */
export function loadAi(version: string): unknown {
  return requireHere(`ai-${version}`);
}

/** A package that `ai` of one version depends on, in the version that it brings. */
export function loadBeside(version: string, name: string): unknown {
  return createRequire(requireHere.resolve(`ai-${version}/package.json`))(name);
}
