import { grantedHosts } from '../accounts/grants.ts';
import type { Config } from '../config.ts';
import { findChannelSecrets } from '../store/channel-secrets.ts';
import { findOrganization, type Organization } from '../store/organizations.ts';
import { findProjectById, type Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { Channel, ChannelDeps, SharedSettings } from './channel.ts';
import { findChannel } from './registry.ts';

/** A project's channel, ready for use. */
export type OpenChannel = {
  channel: Channel;
  project: Project;
  organization: Organization;
  /** With the secrets. */
  settings: SharedSettings;
  deps: ChannelDeps;
};

export type ChannelConfig = Pick<Config, 'channels' | 'forges' | 'sources'>;

type Wanted = { projectId: string; name: string; clientIp?: string | undefined };

/**
 * A project's channel with its secrets; undefined when it is not set up, or no longer may be used.
 * @param wanted.clientIp where a request comes from
 */
export async function openChannel(
  { store, config }: { store: Store; config: ChannelConfig },
  { projectId, name, clientIp }: Wanted,
): Promise<OpenChannel | undefined> {
  const channel = findChannel(name);
  const project = await findProjectById(store, projectId);
  const chosen = project?.settings.channels?.[name];
  if (channel === undefined || project === undefined || chosen === undefined) return undefined;
  const secrets = await findChannelSecrets(store, { projectId, channel: name }, clientIp);
  if (secrets === undefined && Object.keys(channel.secrets).length > 0) return undefined;
  const organization = await findOrganization(store, project.organizationId);
  if (organization === undefined) return undefined;
  const deps = {
    slackUrl: config.channels.slackUrl,
    discordUrl: config.channels.discordUrl,
    forges: config.forges,
    privateHosts: grantedHosts(organization, config.sources.privateHosts),
  };
  return { channel, project, organization, settings: { ...chosen, ...secrets }, deps };
}
