import { createClient } from '../../contract/client.ts';

const url = `${location.origin}/app/api`;

/** The service that this page came from. The session cookie goes along by itself; no script ever sees the token. */
export const api = createClient({ url });

/** A path of the API as an address, for events and downloads. */
export function addressOf(path: string): string {
  return url + path;
}
