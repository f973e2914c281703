import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { createSeal } from '../../lib/seal.ts';
import { hashSecret } from '../../lib/secrets.ts';
import {
  consumeOAuthRecord,
  deleteEndedOAuthRecords,
  deleteOAuthRecord,
  deleteOfGrant,
  findOAuthRecord,
  keepOAuthRecord,
  putOAuthRecord,
} from '../../store/oauth-records.ts';
import type { Store } from '../../store/store.ts';

/** A client that registered itself and that nobody lets in is forgotten after this time, others with their last grant. */
const unusedClientMs = 86_400_000;
/** Of what a client says of itself, as JSON. */
const maxClientLength = 8_000;

/**
 * Stores what the authorization server keeps. Ids are secrets (a token is its own id), so only their hashes are stored, and
 * each payload is sealed with its id.
 * @param projectOf the project that a grant is for
 */
export function recordAdapter(
  store: Store,
  projectOf: (resource: string | undefined) => Promise<{ id: string } | undefined>,
): (model: string) => Adapter {
  return (model) => {
    // The dashboard's session says who somebody is, so that signing out there is enough.
    const isKept = model !== 'Session';
    return {
      async upsert(id, payload, expiresIn) {
        if (!isKept) return;
        const text = JSON.stringify(payload);
        if (model === 'Client' && text.length > maxClientLength)
          throw new errors.InvalidClientMetadata('the metadata is too long');
        const now = await store.now();
        const expiresAt = now + (expiresIn ? expiresIn * 1000 : unusedClientMs);
        await deleteEndedOAuthRecords(store, now);
        await putOAuthRecord(store, {
          model,
          hash: hashSecret(id),
          payload: createSeal(id).seal(text),
          grantHash: model !== 'Interaction' && payload.grantId ? hashSecret(payload.grantId) : null,
          ...(model === 'Grant'
            ? await aboutGrant(payload)
            : { userId: null, clientId: null, projectId: null }),
          createdAt: now,
          consumedAt: null,
          expiresAt,
        });
        if (model === 'Grant' && payload.clientId)
          await keepOAuthRecord(store, { model: 'Client', hash: hashSecret(payload.clientId), expiresAt });
      },
      async find(id) {
        if (!isKept) return undefined;
        const record = await findOAuthRecord(store, model, hashSecret(id), await store.now());
        if (record === undefined) return undefined;
        const payload = JSON.parse(createSeal(id).open(record.payload)) as AdapterPayload;
        const { consumedAt } = record;
        return consumedAt === null ? payload : { ...payload, consumed: Math.floor(consumedAt / 1000) };
      },
      async consume(id) {
        const isFirst = await consumeOAuthRecord(store, model, hashSecret(id), await store.now());
        if (!isFirst) throw new errors.InvalidGrant('used already');
      },
      destroy: (id) => deleteOAuthRecord(store, model, hashSecret(id)),
      revokeByGrantId: (grantId) => deleteOfGrant(store, hashSecret(grantId)),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    };
  };

  async function aboutGrant({ accountId, clientId, resources }: AdapterPayload) {
    const project = await projectOf(Object.keys(resources ?? {})[0]);
    return { userId: accountId ?? null, clientId: clientId ?? null, projectId: project?.id ?? null };
  }
}
