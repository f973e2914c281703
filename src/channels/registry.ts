import type { Channel } from './channel.ts';
import { discord } from './discord/discord.ts';
import { github } from './github/github.ts';
import { slack } from './slack/slack.ts';
import { webhook } from './webhook/webhook.ts';

/** Every channel. A new one is a folder beside this file and its name in this list. */
export const channels = [slack, discord, github, webhook] as unknown as readonly Channel[];

export function findChannel(name: string): Channel | undefined {
  return channels.find((channel) => channel.name === name);
}
