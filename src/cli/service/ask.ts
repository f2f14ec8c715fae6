import { CliError } from '../cli-error.ts';

export interface Asking {
  url: string;
  token: string;
  signal?: AbortSignal;
}

/** Sends one request and gives the JSON that came back (undefined for an empty answer). */
export type Ask = <T>(path: string, init?: RequestInit) => Promise<T>;

/** Talks to a service with a token. Whatever goes wrong becomes a sentence. */
export function createAsk({ url, token, signal }: Asking): Ask {
  const authorization = `Basic ${Buffer.from(`${token}:`).toString('base64')}`;
  return async <T>(path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', authorization);
    const response = await send(url, path, { ...init, headers, signal });
    const text = await response.text();
    if (response.status === 401) {
      throw new CliError(`${url} does not accept this token.`, 'Give a valid one in SPATE_TOKEN.');
    }
    if (!response.ok) throw new CliError(sentenceIn(text) ?? `${path} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

async function send(url: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url + path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason =
      cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(cause);
    const isDistrust = /certificate/i.test(reason);
    throw new CliError(
      `${url} cannot be reached: ${reason}.`,
      isDistrust
        ? 'Make Node.js trust its CA: NODE_EXTRA_CA_CERTS=<ca.pem> npx spate …'
        : 'Is the service running? SPATE_URL names another.',
      { cause: error },
    );
  }
}

/** Errors of the service are JSON with one sentence. */
function sentenceIn(body: string): string | null {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' ? error : null;
  } catch {
    return null;
  }
}
