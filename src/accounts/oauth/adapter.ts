import type { Adapter, AdapterPayload } from 'oidc-provider';
import { hashToken } from '../../lib/seal.ts';
import type { Database } from '../../store/database.ts';
import {
  consumeRecord,
  deleteGrant,
  deleteRecord,
  deleteRecordsOfGrant,
  type FoundRecord,
  findRecord,
  upsertRecord,
} from '../../store/oauth-records.ts';
import { findClient } from './clients.ts';
import { errors } from './library.ts';

/** Storage adapters of the OAuth library, one per model. */
export function createAdapters(database: Database, isPasswordGrantOn: boolean): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Client') return clientAdapter(database, isPasswordGrantOn);
    // Sessions are not stored: our session cookie authenticates the user at every consent.
    if (kind === 'Session') return forgetful;
    return recordAdapter(database, kind);
  };
}

function recordAdapter(database: Database, kind: string): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      const { jti: _, exp: __, consumed: ___, ...kept } = payload;
      await upsertRecord(database, {
        kind,
        id: hashToken(id),
        payload: kept,
        grantId: kind === 'Grant' ? null : (payload.grantId ?? null),
        userCode: payload.userCode ?? null,
        userId: payload.accountId === undefined ? null : Number(payload.accountId),
        applicationId: payload.clientId ?? null,
        expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
      });
    },
    async find(id) {
      const record = await findRecord(database, kind, hashToken(id));
      // The library relies on the store for the expiry of interactions.
      if (kind === 'Interaction' && (record?.expiresAt?.getTime() ?? 0) <= Date.now()) return undefined;
      return record && payloadOf(record, id);
    },
    async consume(id) {
      if (await consumeRecord(database, kind, hashToken(id))) return;
      // Concurrent use of one secret: it may be stolen, so the grant is deleted.
      const record = await findRecord(database, kind, hashToken(id));
      const grantId = record?.payload.grantId;
      if (typeof grantId === 'string') await deleteGrant(database, grantId);
      throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => deleteRecord(database, kind, hashToken(id)),
    revokeByGrantId: (grantId) => deleteRecordsOfGrant(database, kind, grantId),
    findByUserCode: () => notUsed('findByUserCode'),
    findByUid: () => notUsed('findByUid'),
  };
}

/** The id is a secret that is not stored; the caller has just presented it. */
function payloadOf({ payload, consumedAt, expiresAt }: FoundRecord, id: string): AdapterPayload {
  return {
    ...payload,
    jti: id,
    ...(expiresAt && { exp: Math.floor(expiresAt.getTime() / 1000) }),
    ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1000) }),
  };
}

function clientAdapter(database: Database, isPasswordGrantOn: boolean): Adapter {
  return { ...forgetful, find: (id) => findClient(database, id, isPasswordGrantOn) };
}

const forgetful: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

function notUsed(what: string): never {
  throw new Error(`Unexpected call of the OAuth library: ${what}.`);
}
