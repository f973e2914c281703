import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Chat } from '../chat/chat.ts';
import type { Client } from '../chat/client.ts';
import type { History } from '../chat/history.ts';
import type { Host } from '../loader/host.ts';
import type { LabelName } from '../text/en.ts';
import type { Look } from './look.ts';

/** Shared by all parts of the panel. */
export type Session = {
  host: Host;
  client: Client;
  chat: Chat;
  history: History;
  look: Look;
  /** A label with its `{…}` filled in. */
  say(name: LabelName, values?: Record<string, string | number>): string;
};

export const SessionContext = createContext<Session>(null!);
export const useSession = () => useContext(SessionContext);
