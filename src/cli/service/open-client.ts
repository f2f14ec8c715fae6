import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/load.ts';
import { type Client, type ClientOptions, createClient } from '../../contract/client.ts';
import { findService, type ServiceAddress } from './find-service.ts';
import { createRenewingFetch } from './renewing-fetch.ts';
import { trustCa } from './trust.ts';

type More = Pick<ClientOptions, 'fetch'>;

/** A client of the service selected by options, data folder or login. */
export async function openClient(config: Config, env: Environment, more: More = {}): Promise<Client> {
  return connect(await findService(config, env), env, more);
}

export function connect(
  { url, token, ca, source, renewal }: ServiceAddress,
  env: Environment,
  more: More = {},
): Client {
  if (ca !== null) trustCa(ca);
  if (source !== 'login' || renewal === null) return createClient({ url, token, ...more });
  const login = { url, token, ca, renewal };
  return createClient({ url, token, fetch: createRenewingFetch(env, login, more.fetch) });
}
