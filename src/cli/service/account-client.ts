import type { Config } from '../../config/config.ts';
import { type Ask, createAsk } from './ask.ts';
import { findService } from './find-service.ts';
import { trustCa } from './trust.ts';

export interface UserAnswer {
  id: number;
  email: string;
  role: string;
  authentication_token: string | null;
  last_sign_in_at: string | null;
  created_at: string;
}

export interface TokenAnswer {
  id: number;
  name: string;
  primary: boolean;
  created_at: string;
  last_used_at: string | null;
}

export interface CredentialAnswer {
  id: number;
  provider: string;
  description: string;
  arn: string | null;
  access_key_id: string | null;
}

/** Things of the account that people list, add and remove. */
export interface AccountClient {
  users: Collection<UserAnswer, { email: string; role?: string }>;
  tokens: Collection<TokenAnswer, { name: string }, TokenAnswer & { secret: string }>;
  credentials: Collection<CredentialAnswer, NewCredential>;
}

export interface NewCredential {
  provider: string;
  description?: string;
  arn?: string;
  access_key_id?: string;
  secret?: string;
}

interface Collection<Item, New, Added = Item> {
  list(): Promise<Item[]>;
  add(item: New): Promise<Added>;
  remove(id: number): Promise<void>;
}

/** For the service that the options name, or that runs from the data folder. */
export async function openAccount(config: Config): Promise<AccountClient> {
  const { url, token, ca } = await findService(config);
  if (ca !== null) trustCa(ca);
  return createAccountClient(createAsk({ url, token }));
}

export function createAccountClient(ask: Ask): AccountClient {
  return {
    users: collection(ask, 'users', 'user'),
    tokens: collection(ask, 'tokens', 'token'),
    credentials: collection(ask, 'credentials', 'credential'),
  };
}

function collection<Item, New, Added>(
  ask: Ask,
  plural: string,
  singular: string,
): Collection<Item, New, Added> {
  const headers = { 'content-type': 'application/json' };
  return {
    list: async () => {
      const answer = await ask<{ _embedded: Record<string, Item[]> }>(`/${plural}`);
      return answer._embedded[plural] ?? [];
    },
    add: (item) => ask(`/${plural}`, { method: 'POST', headers, body: JSON.stringify({ [singular]: item }) }),
    remove: (id) => ask(`/${plural}/${id}`, { method: 'DELETE' }),
  };
}
