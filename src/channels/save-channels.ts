import { isDeepStrictEqual } from 'node:util';
import { DocentError } from '../errors.ts';
import { deleteChannelSecrets, findChannelSecrets, setChannelSecrets } from '../store/channel-secrets.ts';
import type { Issued } from '../store/issued.ts';
import type { Store } from '../store/store.ts';
import { dropWork, requestWork, withdrawWork } from '../store/work.ts';
import { channels } from './registry.ts';
import { socketWork } from './socket-kind.ts';

type Fields = Record<string, unknown>;
/** By channel; null takes it away. */
export type ChosenChannels = Record<string, Fields | null | undefined>;

/** What may be stored and shown as it is: the settings without their secrets. */
export function withoutSecrets(chosen: ChosenChannels): Record<string, Fields | null> {
  const given = channels.flatMap(({ name, secrets }) => {
    const fields = chosen[name];
    if (fields === undefined) return [];
    const shown = fields && Object.entries(fields).filter(([field, value]) => !Object.hasOwn(secrets, field) && value !== undefined); // prettier-ignore
    return [[name, shown && Object.fromEntries(shown)] as const];
  });
  return Object.fromEntries(given);
}

/** The channels after a change; undefined without any. */
export function changedChannels(
  before: Record<string, Fields> | undefined,
  changes: Record<string, Fields | null>,
): Record<string, Fields> | undefined {
  const all = Object.entries({ ...before, ...changes }).filter(
    (each): each is [string, Fields] => each[1] !== null,
  );
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

/**
 * Stores the secrets of changed channels; those that are absent stay as they are. In the transaction of the change.
 * @throws DocentError `invalid_request` for a channel that lacks a secret
 */
export async function saveChannelSecrets(
  store: Store,
  projectId: string,
  chosen: ChosenChannels,
  issued: Issued | null,
): Promise<void> {
  for (const { name, secrets } of channels) {
    const fields = chosen[name];
    const of = { projectId, channel: name };
    if (fields === undefined || Object.keys(secrets).length === 0) continue;
    const before = (await findChannelSecrets(store, of)) ?? {};
    const kept = fields === null ? {} : secretsIn(fields, secrets, before);
    if (fields === null) await deleteChannelSecrets(store, of);
    else
      await setChannelSecrets(store, of, { secrets: kept, issued, isNew: !isDeepStrictEqual(kept, before) });
    if (name === 'slack') await followSlack(store, projectId, kept['appToken'] !== undefined);
  }
}

function secretsIn(
  fields: Fields,
  secrets: Readonly<Record<string, boolean>>,
  before: Record<string, string>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, isNeeded] of Object.entries(secrets)) {
    const value = fields[name] === undefined ? before[name] : fields[name];
    if (typeof value === 'string') kept[name] = value;
    else if (isNeeded) {
      const details = [{ path: `settings.channels.${name}`, message: 'is missing' }];
      throw new DocentError('invalid_request', `The channel needs its ${name}.`, { details });
    }
  }
  return kept;
}

/** Begins the connection to Slack anew with the new settings, or ends it. */
async function followSlack(store: Store, projectId: string, hasSocket: boolean): Promise<void> {
  const work = { kind: socketWork, subject: projectId };
  if (!hasSocket) return dropWork(store, work);
  await requestWork(store, { ...work, projectId });
  await withdrawWork(store, work);
}
