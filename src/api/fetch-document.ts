import { Readable } from 'node:stream';
import { refusal } from '../domain/access.ts';
import { AppError } from '../domain/errors.ts';
import { OutboundError, redirectHint } from '../lib/outbound.ts';
import type { StagedFile } from '../runs/runs.ts';
import { runAccess } from './access-rules.ts';
import type { Exchange } from './exchange.ts';

const timeoutMs = 15_000;
const maxBytes = 16 * 2 ** 20;
const field = 'plan[url]';

/**
 * Fetches a document from an address that a user chose, if SPATE_OUTBOUND allows it, and passes it to `use` as a file.
 * Only for users who can start runs. Redirects are not followed.
 */
export async function withFetchedDocument<T>(
  exchange: Exchange,
  url: string,
  use: (file: StagedFile) => Promise<T>,
): Promise<T> {
  const denied = refusal(exchange.actor, runAccess);
  if (denied !== undefined) throw new AppError('not_allowed', denied);
  const { deps } = exchange;
  const body = await fetchBody(exchange, url);
  const staged = await deps.uploads.stage(Readable.from([body]), { maxBytes });
  try {
    return await use({ ...staged, name: nameOf(url) });
  } finally {
    await deps.uploads.discard(staged.path);
  }
}

async function fetchBody({ deps }: Exchange, url: string): Promise<Buffer> {
  try {
    const headers = { accept: 'application/json, application/yaml, */*;q=0.5', 'user-agent': 'Spate' };
    const { status, body } = await deps.outbound.fetch({ method: 'GET', url, headers, timeoutMs, maxBytes });
    if (status === 200) return body;
    throw refuse(`The server responded with status ${status}.${redirectHint(status)}`);
  } catch (error) {
    if (error instanceof OutboundError) throw refuse(error.message);
    throw error;
  }
}

function refuse(reason: string): AppError {
  const message = `The document cannot be fetched. ${reason}`;
  return new AppError('invalid', message, [{ code: 'invalid', message, field }]);
}

/** The format is detected from names such as recording.har. */
function nameOf(url: string): string {
  return URL.parse(url)?.pathname.split('/').at(-1) ?? '';
}
