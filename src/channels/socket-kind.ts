import type { Log } from '../lib/log.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from '../work/work-kind.ts';
import { acceptEvents } from './accept-events.ts';
import { type ChannelConfig, openChannel } from './open-channel.ts';
import { followSocket } from './slack/follow-socket.ts';
import type { SlackSettings } from './slack/slack.ts';

/** The kind of work that holds a project's connection to Slack. */
export const socketWork = 'channel-socket';

/** Connections to Slack, each held by one server at a time; another one takes it over. */
export function socketKind(deps: { store: Store; config: ChannelConfig; log: Log }): WorkKind {
  const { store, log } = deps;
  return {
    name: socketWork,
    maxAtOnce: 1_000,
    retryAfterMs: [],
    async handle({ subject: projectId }, signal) {
      const opened = await openChannel(deps, { projectId, name: 'slack' });
      const { appToken } = (opened?.settings ?? {}) as Partial<SlackSettings>;
      if (opened === undefined || appToken === undefined) return;
      await followSocket(
        {
          slackUrl: opened.deps.slackUrl,
          appToken,
          onReceived: ({ events }) => acceptEvents(store, opened.project, 'slack', events),
          onFault: (error) => log.warn({ projectId, error }, 'the connection to Slack failed'),
        },
        signal,
      );
    },
  };
}
