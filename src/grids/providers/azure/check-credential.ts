import { rejectedCredential, unreachableCloud } from '../cloud/rejections.ts';
import { faultOf, sentenceOf } from './faults.ts';
import type { AzureAccess, AzureSessions } from './sessions.ts';

export interface AzureCredential {
  tenantId: string | null;
  clientId: string | null;
  secret: string | null;
  subscriptionId: string | null;
}

/** Undefined if the credential is incomplete. */
export function accessOf({
  tenantId,
  clientId,
  secret,
  subscriptionId,
}: AzureCredential): AzureAccess | undefined {
  if (tenantId === null || clientId === null || secret === null || subscriptionId === null) return undefined;
  return { kind: 'secret', tenantId, clientId, clientSecret: secret, subscriptionId };
}

/**
 * Signs in, and requests the permissions of the credential in its subscription, whose id it returns. Throws
 * credential_rejected.
 */
export async function checkAzureCredential(
  sessions: AzureSessions,
  credential: AzureCredential,
): Promise<string> {
  const access = accessOf(credential);
  if (!access)
    throw rejectedCredential(
      'credential[tenant_id]',
      'A credential of Azure has a tenant id, a client id, a secret and a subscription id.',
    );
  try {
    const session = await sessions.open(access);
    await session.permissions();
    return access.subscriptionId;
  } catch (error) {
    const fault = faultOf(error);
    const field = fault.code.includes('Subscription') ? 'subscription_id' : fieldOf(fault.code);
    throw unreachableCloud('Azure', error) ?? rejectedCredential(`credential[${field}]`, sentenceOf(fault));
  }
}

const fields: Readonly<Record<string, string>> = {
  AADSTS7000215: 'secret',
  AADSTS7000222: 'secret',
  AADSTS90002: 'tenant_id',
  AADSTS900023: 'tenant_id',
  endpoints_resolution_error: 'tenant_id',
};

function fieldOf(code: string): string {
  return fields[code] ?? 'client_id';
}
