import { AppError, type ErrorDetail } from '../../../domain/errors.ts';

export function invalidField(field: string, message: string): AppError {
  const detail: ErrorDetail = { code: 'invalid', message, field };
  return new AppError('invalid', message, [detail]);
}

export function rejectedCredential(field: string, message: string): AppError {
  return new AppError('credential_rejected', message, [{ code: 'credential_rejected', message, field }]);
}

/** Undefined if the cloud has answered. */
export function unreachableCloud(cloud: string, error: unknown): AppError | undefined {
  if (!isUnreachable(error)) return undefined;
  const message = `The service cannot reach ${cloud}: ${(error as Error).message}.`;
  return new AppError('cloud_unreachable', message, [], { retryAfterS: 10 });
}

/** A fault of the service's own network, not an answer of the cloud. */
export function isUnreachable(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return (
    name === 'TimeoutError' ||
    [
      'ENOTFOUND',
      'ECONNREFUSED',
      'ECONNRESET',
      'ETIMEDOUT',
      'EAI_AGAIN',
      'ENETUNREACH',
      'EHOSTUNREACH',
    ].includes(code ?? '')
  );
}
