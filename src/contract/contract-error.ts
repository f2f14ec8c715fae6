import type { ErrorResource } from './resources/error.ts';

/** Error of an API call. Status 0 means that there was no response. */
export class ContractError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorResource['details'];

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: ErrorResource['details']; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ContractError';
    this.status = status;
    this.code = code;
    this.details = more.details ?? [];
  }
}

/** The error of a response, also of a proxy in front of the service. */
export async function errorOfResponse(response: Response): Promise<ContractError> {
  const text = await response.text().catch(() => '');
  const body = parse(text);
  if (typeof body?.error === 'string' && typeof body.code === 'string') {
    const details = Array.isArray(body.details) ? body.details : [];
    return new ContractError(response.status, body.code, body.error, { details });
  }
  const message = `The service returned status ${response.status} ${response.statusText} without an error message.`;
  return new ContractError(response.status, 'unreadable', message);
}

function parse(text: string): Partial<ErrorResource> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
