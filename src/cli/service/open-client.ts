import type { Config } from '../../config/config.ts';
import { type Client, createClient } from '../../contract/client.ts';
import { findService } from './find-service.ts';
import { trustCa } from './trust.ts';

/** A client of the service that the options name, or that runs from the data folder. */
export async function openClient(config: Config): Promise<Client> {
  const { url, token, ca } = await findService(config);
  if (ca !== null) trustCa(ca);
  return createClient({ url, token });
}
