import { productName } from '../../store/product-name.ts';
import { channels, findChannel } from '../../channels/registry.ts';
import { type OpenChannel, openChannel } from '../../channels/open-channel.ts';
import { DocentError } from '../../errors.ts';
import { channelSchema, channelTestSchema } from '../../protocol/manage/channel-schema.ts';
import { listOf } from '../../protocol/manage/list-schema.ts';
import { findProjectSecrets } from '../../store/project-secrets.ts';
import { findChannelRequests, findChannelSecrets } from '../../store/channel-secrets.ts';
import type { Deps } from '../deps.ts';
import type { Call } from '../route.ts';
import { answerOf, route } from '../json-route.ts';

const shared = { tag: 'Channels', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/channels';

const listRoute = route({
  ...shared,
  method: 'get',
  path,
  summary: 'Show how channels are set up: their addresses, and the manifest to paste',
  success: answerOf(listOf(channelSchema), 'Every channel, set up or not.'),
  async handle({ deps, admission: { project } }) {
    const items = await Promise.all(
      channels.map(async ({ name, secrets, endpoints, manifest, register }) => {
        const stored = await findChannelSecrets(deps.store, { projectId: project.id, channel: name });
        const address = addressOf(deps, project.id, name);
        const about = {
          name: productName(project),
          address,
          socket: stored?.['appToken'] !== undefined,
        };
        return {
          channel: name,
          connected:
            project.settings.channels?.[name] !== undefined &&
            (stored !== undefined || Object.keys(secrets).length === 0),
          secrets: Object.keys(stored ?? {}),
          addresses:
            name === 'github'
              ? { events: `${deps.publicUrl()}/v1/webhooks/${project.id}` }
              : Object.fromEntries(endpoints.map((endpoint) => [endpoint, `${address}/${endpoint}`])),
          manifest: (manifest?.(about) ?? null) as Record<string, unknown> | null,
          registers: register !== undefined,
        };
      }),
    );
    return { items, nextCursor: null };
  },
});

const addressOf = ({ publicUrl }: Pick<Deps, 'publicUrl'>, projectId: string, channel: string) =>
  `${publicUrl().replace(/\/$/, '')}/channels/${channel}/${projectId}`;

const testRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/{channel}/test`,
  summary: 'Test a channel: whether its tokens are good and it can reach this server',
  action: 'channel.test',
  success: answerOf(channelTestSchema, 'What was found.'),
  async handle(call) {
    const opened = await channelOf(call);
    const { channel, settings, deps } = opened;
    const problems = [
      ...(await channel.test(settings as never, deps)),
      ...(await problemsOfReach(call.deps, opened)),
    ];
    return { ok: problems.length === 0, problems };
  },
});

/** What keeps a channel's requests from coming here, each as a sentence that says what to do. */
async function problemsOfReach(
  { store, publicUrl }: Deps,
  { channel: { name }, project, settings }: OpenChannel,
): Promise<string[]> {
  const isPublic = publicUrl().startsWith('https://');
  if (name === 'github') {
    const secret = await findProjectSecrets(store, 'webhooks', project.id);
    return secret === undefined ? ['The project has no webhook secret. Make one in its settings, and give it to the webhook at GitHub.'] : []; // prettier-ignore
  }
  if ('appToken' in settings) return [];
  const came = await findChannelRequests(store, { projectId: project.id, channel: name });
  // Discord sends wrong signatures, too, to see that they are refused.
  if (came === 'refused' && name !== 'discord')
    return ['Requests come with another signature alone. Copy the signing secret to here again, and save.'];
  if (came === 'received') return [];
  if (name !== 'webhook' && !isPublic)
    return [`${name} reaches only a public https address. Set DOCENT_PUBLIC_URL to this server’s.`];
  return ['Nothing has come from there since the settings were saved. Give it the address above, and ask a question there.']; // prettier-ignore
}

const registerRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/{channel}/register`,
  summary: 'Register the commands of a channel, as Discord needs it',
  action: 'channel.register',
  async handle(call) {
    const { channel, settings, deps } = await channelOf(call);
    if (channel.register === undefined)
      throw new DocentError('not_found', 'This channel has no commands to register.');
    try {
      await channel.register(settings as never, deps);
    } catch (cause) {
      const why = (await channel.test(settings as never, deps).catch(() => []))[0];
      throw new DocentError(
        'invalid_request',
        why ?? 'The channel did not take the command. Try again later.',
        { cause },
      );
    }
  },
});

/** @throws DocentError `not_found` */
async function channelOf({
  deps,
  admission: { project },
  param,
  note,
}: Call<undefined>): Promise<OpenChannel> {
  const name = param('channel');
  note({
    target: { kind: 'project', id: project.id, name: project.name },
    details: { channel: findChannel(name)?.name },
  });
  const opened = await openChannel(deps, { projectId: project.id, name });
  if (opened === undefined)
    throw new DocentError('not_found', 'The project has no such channel. Save its settings first.');
  return opened;
}

export const channelSetUpRoutes = [listRoute, testRoute, registerRoute];
