import {
  credentialListSchema,
  credentialPolicySchema,
  credentialSchema,
} from '../../contract/resources/account.ts';
import type { Exchange } from '../exchange.ts';
import { credentialListResource, credentialPolicyResource, credentialResource } from '../hal/account.ts';
import { invalid } from '../params/grid-spec.ts';
import { type Answer, created, noContent, ok, type Route } from '../route.ts';
import { newCredentialSchema } from '../schemas/account.ts';
import { numericId } from './numeric-id.ts';

export const credentialRoutes: Route[] = [
  {
    method: 'GET',
    path: '/credentials',
    summary: 'List cloud credentials, without secrets',
    changesState: false,
    success: { status: 200, schema: credentialListSchema },
    handle: async (exchange) =>
      ok(credentialListResource(await exchange.deps.accounts.credentials(exchange.actor))),
  },
  {
    method: 'GET',
    path: '/credentials/policy',
    summary: 'Get the AWS policies of a credential: permissions, and trust for a role',
    changesState: false,
    success: { status: 200, schema: credentialPolicySchema },
    handle: async (exchange) =>
      ok(credentialPolicyResource(await exchange.deps.accounts.externalId(exchange.actor))),
  },
  {
    method: 'POST',
    path: '/credentials',
    summary: 'Add a cloud credential',
    changesState: true,
    body: { root: 'credential', fields: newCredentialSchema },
    success: { status: 201, schema: credentialSchema },
    handle: addCredential,
  },
  {
    method: 'DELETE',
    path: '/credentials/:credentialId',
    summary: 'Remove a cloud credential',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      const credentialId = numericId(exchange.param('credentialId'), 'credential');
      await exchange.deps.accounts.removeCredential(exchange.actor, credentialId);
      return noContent;
    },
  },
];

async function addCredential(exchange: Exchange): Promise<Answer> {
  const fields = await exchange.fields('credential', newCredentialSchema);
  const { provider = '', description = '', arn, access_key_id: accessKeyId, secret, role } = fields;
  if ((arn === undefined) === (accessKeyId === undefined)) {
    const message = 'Exactly one of credential[arn] and credential[access_key_id] is required.';
    throw invalid([{ code: 'required', message, field: 'credential[arn]' }]);
  }
  if (accessKeyId !== undefined && secret === undefined) {
    const message = 'credential[secret] is required with credential[access_key_id].';
    throw invalid([{ code: 'required', message, field: 'credential[secret]' }]);
  }
  const credential = await exchange.deps.accounts.addCredential(exchange.actor, {
    provider,
    description,
    arn: arn?.trim() ?? null,
    accessKeyId: accessKeyId?.trim() ?? null,
    secret: secret ?? null,
    role: role ?? 'member',
  });
  return created(credentialResource(credential), '/api/credentials');
}
