import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/load.ts';
import { type Client, type ClientOptions, createClient } from '../../contract/client.ts';
import { findService } from './find-service.ts';
import { trustCa } from './trust.ts';

/** A client of the service that the options name, that runs from the data folder, or that somebody logged in to. */
export async function openClient(
  config: Config,
  env: Environment,
  more: Pick<ClientOptions, 'fetch'> = {},
): Promise<Client> {
  const { url, token, ca } = await findService(config, env);
  if (ca !== null) trustCa(ca);
  return createClient({ url, token, ...more });
}
