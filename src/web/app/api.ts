import { createClient } from '../../contract/client.ts';

/** The service that this page came from. The session cookie goes along by itself; no script ever sees the token. */
export const api = createClient({ url: location.origin });
