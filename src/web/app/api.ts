import { createClient } from '../../contract/client.ts';

const url = `${location.origin}/app/api`;

type RefusalListener = (status: 401 | 403) => void;
let refusalListener: RefusalListener | undefined;

/** Client of the service that served this page. The browser adds the session cookie; scripts never see the token. */
export const api = createClient({ url, fetch: fetchWithRefusalListener });

/** The URL of an API path, for events and downloads. */
export function apiUrl(path: string): string {
  return url + path;
}

/** Called for every response with status 401 or 403: the session has ended, or the role has changed. */
export function onRefusal(listener: RefusalListener): void {
  refusalListener = listener;
}

async function fetchWithRefusalListener(...call: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...call);
  if (response.status === 401 || response.status === 403) refusalListener?.(response.status);
  return response;
}
