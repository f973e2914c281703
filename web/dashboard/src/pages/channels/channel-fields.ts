import type { ChannelName } from '../../ui/channel-names.ts';

type ChannelField = {
  name: string;
  label: string;
  placeholder?: string;
  hint?: string;
  /** Stored, and never shown again. */
  isSecret?: true;
  /** The channel works without it. */
  isOptional?: true;
  /** Several values, with commas between them. */
  isList?: true;
};

/** The fields of each channel, beside those that all have. */
export const channelFields: Record<ChannelName, readonly ChannelField[]> = {
  slack: [
    { name: 'botToken', label: 'Bot token', placeholder: 'xoxb-…', isSecret: true },
    { name: 'signingSecret', label: 'Signing secret', isSecret: true },
    {
      name: 'appToken',
      label: 'App token',
      placeholder: 'xapp-…',
      isSecret: true,
      isOptional: true,
      hint: 'For socket mode, where this server has no public address. It needs the scope connections:write.',
    },
  ],
  discord: [
    { name: 'applicationId', label: 'Application id' },
    { name: 'publicKey', label: 'Public key' },
    { name: 'botToken', label: 'Bot token', isSecret: true },
  ],
  github: [
    { name: 'repository', label: 'Repository', placeholder: 'acme/docs' },
    {
      name: 'discussions',
      label: 'Categories of discussions',
      placeholder: 'Q&A, Help',
      isOptional: true,
      isList: true,
      hint: 'New discussions in these categories get an answer.',
    },
  ],
  webhook: [
    { name: 'url', label: 'Address for answers', placeholder: 'https://chat.example.com/docent' },
    { name: 'secret', label: 'Secret', placeholder: 'whsec_…', isSecret: true },
  ],
};

/** What to do at the channel's own site, in order. */
export const channelSteps: Record<ChannelName, readonly string[]> = {
  slack: [
    'At api.slack.com/apps, create an app from a manifest: paste the one below.',
    'Install it in your workspace, and copy its bot token and signing secret to here.',
    'At its event subscriptions, let Slack verify the address. Invite the app to channels: /invite.',
  ],
  discord: [
    'At discord.com/developers, create an application, and copy its id, public key and bot token to here.',
    'Save, then set its interactions endpoint to the address below.',
    'Register the command here, and install the application on your server with the scopes applications.commands and bot.',
  ],
  github: [
    'Make a webhook secret in the project’s settings.',
    'At the repository, add a webhook to the address below with that secret, JSON, and the events Issues and Discussions.',
    'The account of this server (DOCENT_GITHUB_TOKEN) has to be allowed to write issues and discussions.',
  ],
  webhook: [
    'Sign what you send to the address below, and verify what comes, as Standard Webhooks has it.',
    'Send {"type":"question","data":{"id","text","person"}}; an answer comes to your address.',
  ],
};
