/** Where people ask beside the site. */
export const channelNames = ['slack', 'discord', 'github', 'webhook'] as const;
export type ChannelName = (typeof channelNames)[number];

export const channelTitles: Record<ChannelName, string> = {
  slack: 'Slack',
  discord: 'Discord',
  github: 'GitHub',
  webhook: 'Webhook',
};

/** A channel's title; its name for one of a later version. */
export const channelTitle = (name: string): string =>
  name in channelTitles ? channelTitles[name as ChannelName] : name;
