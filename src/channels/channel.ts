import type { z } from 'zod';
import type { Message } from '../assistant/question.ts';
import type { ForgeAccounts } from '../forges/open-remote.ts';
import type { PrivateHosts } from '../lib/public-address.ts';

/** A question as it was asked in a channel. */
export type Asked = {
  /** The message's id in the channel: each is answered once. */
  id: string;
  text: string;
  /** Who asked, by the channel's own id. */
  person: string;
  /** The channel's workspace, server or repository, whose questions are limited together. */
  workspace: string;
  /** The ids by which `allow` may name this question: of its place, its workspace, its person. */
  places: string[];
  /** The conversation that it belongs to. */
  thread: string;
  /** Whether others than its members may not read the place; null: the channel is to be asked. */
  isPrivate: boolean | null;
  /** Where the answer goes, in the channel's own terms. */
  where: Record<string, unknown>;
};

/** What a channel tells us. */
export type ChannelEvent =
  | { kind: 'asked'; asked: Asked }
  | { kind: 'edited'; asked: Asked }
  | { kind: 'deleted'; id: string }
  | { kind: 'rated'; messageId: string; helpful: boolean; comment?: string | undefined };

/** The body of our HTTP response, at once, and what is to be done. */
export type Received = { events: ChannelEvent[]; response?: object | undefined };

export type ChannelRequest = {
  /** The last part of the route's path. */
  endpoint: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as sent: signatures cover these bytes. */
  body: Buffer;
  /** Milliseconds since 1970. */
  now: number;
};

/** An answer that is complete. */
export type Finished = {
  /** With absolute links. */
  markdown: string;
  /** The numbered list of its sources, as Markdown; empty without. */
  sources: string;
  outcome: string | null;
  threadId: string;
  /** By which it can be rated; null when nothing was stored. */
  messageId: string | null;
  /** Where the whole answer can be had when it does not fit; null without such a page. */
  askPage: string | null;
  /** Where a person answers. */
  support: string | null;
};

/** Our messages in a channel, for the question that they reply to. `reply` holds their ids and is stored as JSON. */
export type Replies = {
  /** Whether a place is private whose `isPrivate` is null. */
  isPrivate?(asked: Asked): Promise<boolean>;
  /** The conversation before a question of which nothing is stored, oldest first. */
  history?(asked: Asked): Promise<Message[]>;
  /** Says that an answer is coming. @returns our message, or null where there is none yet */
  begin?(asked: Asked): Promise<unknown>;
  /** Shows the text so far. May fail. */
  show?(asked: Asked, reply: unknown, markdown: string): Promise<void>;
  /** @param save stores our messages: after each, so that none is sent again when a later one fails */
  finish(
    asked: Asked,
    reply: unknown,
    answer: Finished,
    save: (reply: unknown) => Promise<void>,
  ): Promise<void>;
  /** Says why there is no answer, to the person alone where that is possible. */
  refuse(asked: Asked, reply: unknown, reason: string): Promise<void>;
  /** Deletes our messages, because the question was deleted. */
  remove?(reply: unknown): Promise<void>;
};

/** What channels work with, besides their settings. */
export type ChannelDeps = {
  /** The addresses of the channels' APIs. */
  slackUrl: string;
  discordUrl: string;
  forges: ForgeAccounts;
  /** Private hosts that the project's organization may send to. */
  privateHosts: PrivateHosts;
};

/** A place where people ask. A new one is a folder beside this file and a line in `registry.ts`. */
export type Channel<Settings = never> = {
  name: string;
  /** Its settings with their secrets, as the management API takes them. */
  schema: z.ZodObject;
  /** The names of the secrets: `true` for those that it cannot do without. */
  secrets: Readonly<Record<string, boolean>>;
  /** The last parts of the addresses that it sends requests to: `/channels/{name}/{projectId}/{endpoint}`. */
  endpoints: readonly string[];
  /** Verifies a request and reads it. @throws DocentError `invalid_signature` */
  receive?(settings: Settings, request: ChannelRequest): Received;
  open(settings: Settings, deps: ChannelDeps): Replies;
  /** What keeps it from working, each as a sentence that says what to do. */
  test(settings: Settings, deps: ChannelDeps): Promise<string[]>;
  /** What to paste at the channel's site, as JSON. */
  manifest?(project: { name: string; address: string; socket: boolean }): object;
  /** Whether the team posts or discards each answer. */
  isDraft?(settings: Settings): boolean;
  /** Registers our commands at the channel. */
  register?(settings: Settings, deps: ChannelDeps): Promise<void>;
};

/** Settings that all channels share. */
export type SharedSettings = {
  groups?: string[] | undefined;
  allow?: string[] | undefined;
  storePrivate?: boolean | undefined;
};
