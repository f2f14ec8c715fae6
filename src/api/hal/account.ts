import type {
  AccountResource,
  CredentialListResource,
  CredentialPolicyResource,
  CredentialResource,
  MeResource,
  NewTokenResource,
  PriceListResource,
  ProjectListResource,
  TokenListResource,
  TokenResource,
  UsageResource,
  UserListResource,
  UserResource,
} from '../../contract/resources/account.ts';
import type { Account, Credential, Project, Token, User } from '../../domain/account.ts';
import type { PriceRow } from '../../domain/prices.ts';
import type { GridUsage } from '../../grids/grids.ts';
import { permissionsPolicy, trustPolicy } from '../../grids/providers/aws/policy.ts';
import { roleDefinition } from '../../grids/providers/azure/role.ts';
import { moneyText } from '../../lib/money.ts';
import { link, timestamp, timestampOrNull } from './links.ts';
import { moneyOrNull } from './money.ts';

/** The caller: only its own token is shown. */
export interface Caller {
  userId: number;
  /** Null if it must not be shown. */
  token: string | null;
}

export function userResource(user: User, caller: Caller): UserResource {
  return {
    _links: { self: link(`/users/${user.id}`), account: link('/account') },
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    authentication_token: user.id === caller.userId ? caller.token : null,
    sign_in_count: user.signInCount,
    current_sign_in_at: timestampOrNull(user.currentSignInAt),
    last_sign_in_at: timestampOrNull(user.lastSignInAt),
    created_at: timestamp(user.createdAt),
  };
}

export function userListResource(users: readonly User[], caller: Caller): UserListResource {
  return {
    _links: { self: link('/users') },
    total: users.length,
    _embedded: { users: users.map((user) => userResource(user, caller)) },
  };
}

export function accountResource(
  account: Account,
  users: readonly User[],
  credentials: readonly Credential[],
  caller: Caller,
): AccountResource {
  return {
    _links: { self: link('/account') },
    email: account.email,
    _embedded: {
      users: users.map((user) => userResource(user, caller)),
      credentials: credentials.map(credentialResource),
    },
  };
}

export function credentialResource(credential: Credential): CredentialResource {
  return {
    id: credential.id,
    provider: credential.provider,
    description: credential.description,
    arn: credential.arn,
    access_key_id: credential.accessKeyId,
    tenant_id: credential.tenantId,
    client_id: credential.clientId,
    cloud_account: credential.cloudAccount,
    role: credential.role,
  };
}

export function credentialListResource(credentials: readonly Credential[]): CredentialListResource {
  return {
    _links: { self: link('/credentials') },
    total: credentials.length,
    _embedded: { credentials: credentials.map(credentialResource) },
  };
}

/** `externalId` is that of the account, for roles of AWS. */
export function credentialPolicyResource(
  provider: 'aws' | 'azure',
  externalId: string,
): CredentialPolicyResource {
  const self = link(`/credentials/policy?provider=${provider}`);
  if (provider === 'azure')
    return {
      _links: { self },
      provider,
      external_id: null,
      permissions: roleDefinition(),
      trust: null,
    };
  return {
    _links: { self },
    provider,
    external_id: externalId,
    permissions: permissionsPolicy(),
    trust: trustPolicy(externalId),
  };
}

function tokenResource(token: Token): TokenResource {
  return {
    id: token.id,
    user_id: token.userId,
    name: token.name,
    primary: token.isPrimary,
    created_at: timestamp(token.createdAt),
    scopes: [...token.scopes],
    project: token.project,
    last_used_at: timestampOrNull(token.lastUsedAt),
    expires_at: timestampOrNull(token.expiresAt),
  };
}

export function newTokenResource(token: Token, secret: string): NewTokenResource {
  return { ...tokenResource(token), secret };
}

export function tokenListResource(tokens: readonly Token[]): TokenListResource {
  return {
    _links: { self: link('/tokens') },
    total: tokens.length,
    _embedded: { tokens: tokens.map(tokenResource) },
  };
}

/** Ids are numbers: a client parses the typed id as a number and compares with ===. */
export function projectListResource(projects: readonly Project[]): ProjectListResource {
  return {
    _links: { self: link('/projects') },
    total: projects.length,
    _embedded: { projects: projects.map(({ id, name }) => ({ id, name })) },
  };
}

export function usageResource(rows: readonly GridUsage[]): UsageResource {
  return {
    _links: { self: link('/usage') },
    total_node_minutes: rows.reduce((sum, row) => sum + row.nodeMinutes, 0),
    total_cost: moneyText(rows.reduce((sum, row) => sum + (row.cost ?? 0), 0)),
    _embedded: {
      usage: rows.map((row) => ({
        grid: row.gridId,
        name: row.gridName,
        nodes: row.nodes,
        node_minutes: row.nodeMinutes,
        cost: moneyOrNull(row.cost),
        from: timestamp(row.from),
        to: timestamp(row.to),
      })),
    },
  };
}

export function priceListResource(rows: readonly PriceRow[]): PriceListResource {
  return {
    _links: { self: link('/prices') },
    total: rows.length,
    _embedded: {
      prices: rows.map(({ provider, region, instanceType, pricePerHour }) => ({
        provider,
        region,
        instance_type: instanceType,
        price_per_hour: moneyText(pricePerHour),
      })),
    },
  };
}

export function meResource(user: User): MeResource {
  return {
    data: {
      id: String(user.id),
      type: 'users',
      links: { self: `/api/users/${user.id}` },
      attributes: { email: user.email, role: user.role },
    },
  };
}
