/** What the app has to be allowed: https://docs.slack.dev/reference/scopes */
export const slackScopes = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'groups:history',
  'groups:read',
  'im:history',
];

/**
 * The app's manifest: https://docs.slack.dev/reference/app-manifest
 * The events of channels tell us of edited and deleted questions; other messages are read past.
 */
export function slackManifest({
  name,
  address,
  socket,
}: {
  name: string;
  address: string;
  socket: boolean;
}): object {
  const at = (endpoint: string) => (socket ? {} : { [endpoint]: `${address}/${endpoint}` });
  const { events, commands, interactivity } = { ...at('events'), ...at('commands'), ...at('interactivity') } as Record<string, string | undefined>; // prettier-ignore
  return {
    display_information: {
      name: name.slice(0, 35),
      description: `Answers questions from the ${name} docs`.slice(0, 140),
    },
    features: {
      app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: name.slice(0, 80), always_online: true },
      slash_commands: [
        {
          command: '/ask',
          ...(commands !== undefined && { url: commands }),
          description: 'Ask the docs',
          usage_hint: 'how do I …',
          should_escape: true,
        },
      ],
    },
    oauth_config: { scopes: { bot: slackScopes } },
    settings: {
      event_subscriptions: {
        ...(events !== undefined && { request_url: events }),
        bot_events: ['app_mention', 'message.channels', 'message.groups', 'message.im'],
      },
      interactivity: { is_enabled: true, ...(interactivity !== undefined && { request_url: interactivity }) },
      org_deploy_enabled: false,
      socket_mode_enabled: socket,
    },
  };
}
