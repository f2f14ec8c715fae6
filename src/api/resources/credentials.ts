import type { Static } from 'typebox';
import {
  credentialListSchema,
  credentialPolicySchema,
  credentialSchema,
} from '../../contract/resources/account.ts';
import type { Exchange } from '../exchange.ts';
import { credentialListResource, credentialPolicyResource, credentialResource } from '../hal/account.ts';
import { invalid } from '../params/grid-spec.ts';
import { type Answer, created, noContent, ok, type Route } from '../route.ts';
import { newCredentialSchema, policyQuerySchema } from '../schemas/account.ts';
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
    summary: 'Get what a credential must allow: the policies of AWS, or the role of Azure',
    changesState: false,
    query: policyQuerySchema,
    success: { status: 200, schema: credentialPolicySchema },
    handle: async (exchange) => {
      const { provider = 'aws' } = exchange.query(policyQuerySchema);
      const externalId = await exchange.deps.accounts.externalId(exchange.actor);
      return ok(credentialPolicyResource(provider, externalId));
    },
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
  const { provider = '', description = '', secret, role } = fields;
  requireFields(fields);
  const text = (value: string | undefined) => value?.trim() ?? null;
  const credential = await exchange.deps.accounts.addCredential(exchange.actor, {
    provider,
    description,
    arn: text(fields.arn),
    accessKeyId: text(fields.access_key_id),
    tenantId: text(fields.tenant_id),
    clientId: text(fields.client_id),
    subscriptionId: text(fields.subscription_id),
    secret: secret ?? null,
    role: role ?? 'member',
  });
  return created(credentialResource(credential), '/api/credentials');
}

const fieldsOfCloud = {
  aws: ['arn', 'access_key_id'],
  azure: ['tenant_id', 'client_id', 'subscription_id'],
} as const;

/** Throws `invalid` unless the fields match the cloud. */
function requireFields(fields: Partial<Static<typeof newCredentialSchema>>): void {
  const fail = (name: string, message: string) => {
    throw invalid([{ code: 'required', message, field: `credential[${name}]` }]);
  };
  const { provider = 'aws', arn, access_key_id: accessKeyId, secret } = fields;
  const other = provider === 'aws' ? 'azure' : 'aws';
  for (const name of fieldsOfCloud[other])
    if (fields[name] !== undefined)
      fail(name, `credential[${name}] is for credentials of ${other}, not of ${provider}.`);
  if (provider === 'azure') {
    for (const name of [...fieldsOfCloud.azure, 'secret'] as const)
      if (fields[name] === undefined || fields[name].trim() === '')
        fail(name, `credential[${name}] is required for a credential of azure.`);
    return;
  }
  if ((arn === undefined) === (accessKeyId === undefined))
    fail('arn', 'Exactly one of credential[arn] and credential[access_key_id] is required.');
  if (accessKeyId !== undefined && secret === undefined)
    fail('secret', 'credential[secret] is required with credential[access_key_id].');
}
