import type { Adapter, AdapterPayload } from 'oidc-provider';
import { createSeal } from '../../lib/seal.ts';
import { hashSecret } from '../../lib/secrets.ts';
import {
  consumeOAuthRecord,
  deleteEndedOAuthRecords,
  deleteOAuthRecord,
  deleteOfGrant,
  findOAuthRecord,
  putOAuthRecord,
} from '../../store/oauth-records.ts';
import type { Store } from '../../store/store.ts';

/** A client that registered itself and that nobody uses is forgotten after this time. */
const clientMs = 90 * 86_400_000;
const dayMs = 86_400_000;

type About = { userId: string | null; clientId: string | null; projectId: string | null };

/**
 * Stores what the authorization server keeps. Ids are secrets (a token is its own id), so only their hashes are stored, and
 * each payload is sealed with its id.
 * @param aboutGrant who gave a grant, and for what
 * @param usedTwice the error for a code or token that two requests use at once
 */
export function recordAdapter(
  store: Store,
  aboutGrant: (grant: AdapterPayload) => Promise<About>,
  usedTwice: () => Error,
): (model: string) => Adapter {
  return (model) => {
    // The dashboard's session says who somebody is, so that signing out there is enough.
    const isKept = model !== 'Session';
    return {
      async upsert(id, payload, expiresIn) {
        if (!isKept) return;
        const now = await store.now();
        await deleteEndedOAuthRecords(store, now);
        const about = model === 'Grant' ? await aboutGrant(payload) : null;
        await putOAuthRecord(store, {
          model,
          hash: hashSecret(id),
          payload: createSeal(id).seal(JSON.stringify(payload)),
          grantHash: model !== 'Interaction' && payload.grantId ? hashSecret(payload.grantId) : null,
          userId: about?.userId ?? null,
          clientId: about?.clientId ?? null,
          projectId: about?.projectId ?? null,
          createdAt: now,
          consumedAt: null,
          expiresAt: now + (expiresIn ? expiresIn * 1000 : clientMs),
        });
      },
      async find(id) {
        if (!isKept) return undefined;
        const now = await store.now();
        const record = await findOAuthRecord(store, model, hashSecret(id), now);
        if (record === undefined) return undefined;
        if (model === 'Client' && record.expiresAt < now + clientMs - dayMs)
          await putOAuthRecord(store, { ...record, expiresAt: now + clientMs });
        const payload = JSON.parse(createSeal(id).open(record.payload)) as AdapterPayload;
        const { consumedAt } = record;
        return consumedAt === null ? payload : { ...payload, consumed: Math.floor(consumedAt / 1000) };
      },
      async consume(id) {
        if (!(await consumeOAuthRecord(store, model, hashSecret(id), await store.now()))) throw usedTwice();
      },
      destroy: (id) => deleteOAuthRecord(store, model, hashSecret(id)),
      revokeByGrantId: (grantId) => deleteOfGrant(store, hashSecret(grantId)),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    };
  };
}
