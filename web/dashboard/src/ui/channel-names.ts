/** Where people ask beside the site. */
export const channelNames: Record<string, string> = {
  slack: 'Slack',
  discord: 'Discord',
  github: 'GitHub',
  webhook: 'Webhook',
};
