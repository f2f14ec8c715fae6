import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import * as schemas from '../../contract/resources/account.ts';
import * as hal from './account.ts';

const at = new Date('2026-01-02T03:04:05.678Z');
const user = (id: number) => ({
  id,
  accountId: 1,
  email: `user${id}@example.com`,
  name: null,
  role: 'member' as const,
  signInCount: 2,
  currentSignInAt: at,
  lastSignInAt: null,
  createdAt: at,
});
const credential = {
  id: 4,
  provider: 'aws',
  description: 'CI',
  arn: 'arn:aws:iam::1:role/x',
  accessKeyId: null,
  tenantId: null,
  clientId: null,
  cloudAccount: '123456789012',
  role: 'member' as const,
};
const token = {
  id: 9,
  userId: 1,
  name: 'ci',
  isPrimary: false,
  scopes: ['read', 'run'] as const,
  project: null,
  createdAt: at,
  lastUsedAt: null,
  expiresAt: at,
};
const caller = { userId: 1, token: 'secret-of-1' };

describe('account resources', () => {
  it('match their schemas', () => {
    const usage = [{ gridId: 'g', gridName: 'n', nodes: 2, nodeMinutes: 30, cost: 480, from: at, to: at }];
    const pairs: [TSchema, unknown][] = [
      [
        schemas.accountSchema,
        hal.accountResource({ id: 1, email: 'a@b' }, [user(1), user(2)], [credential], caller),
      ],
      [schemas.userSchema, hal.userResource(user(1), caller)],
      [schemas.userListSchema, hal.userListResource([user(1)], caller)],
      [schemas.credentialPolicySchema, hal.credentialPolicyResource('aws', 'spate-1')],
      [schemas.credentialPolicySchema, hal.credentialPolicyResource('azure', 'spate-1')],
      [schemas.credentialListSchema, hal.credentialListResource([credential])],
      [schemas.tokenListSchema, hal.tokenListResource([token])],
      [schemas.newTokenSchema, hal.newTokenResource(token, 'secret')],
      [schemas.projectListSchema, hal.projectListResource([{ id: 3, name: 'Default' }])],
      [schemas.usageSchema, hal.usageResource(usage)],
      [
        schemas.priceListSchema,
        hal.priceListResource([
          { provider: 'aws', region: '*', instanceType: 'm5.large', pricePerHour: 960 },
        ]),
      ],
      [schemas.meSchema, hal.meResource(user(1))],
    ];
    for (const [schema, resource] of pairs)
      assert.deepEqual(Errors(schema, resource), [], JSON.stringify(resource));
  });

  it("show only the caller's own token", () => {
    const { users } = hal.accountResource({ id: 1, email: 'a@b' }, [user(1), user(2)], [], caller)._embedded;
    assert.deepEqual(
      users.map((each) => each.authentication_token),
      ['secret-of-1', null],
    );
  });

  it('have numeric project ids, because clients compare them with numbers', () => {
    assert.equal(hal.projectListResource([{ id: 3, name: 'Default' }])._embedded.projects[0]?.id, 3);
  });
});
