import { createClient } from '../../contract/client.ts';

const url = `${location.origin}/app/api`;

type RefusalListener = (status: 401 | 403) => void;
let tellRefusal: RefusalListener | undefined;

/** The service that this page came from. The session cookie goes along by itself; no script ever sees the token. */
export const api = createClient({ url, fetch: watchedFetch });

/** A path of the API as an address, for events and downloads. */
export function addressOf(path: string): string {
  return url + path;
}

/** Hears of every call that was refused: the session may have ended, or the role changed, while the page was open. */
export function onRefusal(listener: RefusalListener): void {
  tellRefusal = listener;
}

async function watchedFetch(...call: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...call);
  if (response.status === 401 || response.status === 403) tellRefusal?.(response.status);
  return response;
}
