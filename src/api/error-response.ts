import type { ErrorResource } from '../contract/resources/error.ts';
import { AppError, type ErrorCode, type ErrorKind, errorCatalogue } from '../domain/errors.ts';
import { type Dialect, sentenceInDialect } from './aliases.ts';

const statuses: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  timeout: 408,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  no_space: 507,
};

export function statusOfCode(code: ErrorCode): number {
  return statuses[errorCatalogue[code].kind];
}

/** Response body of every error. */
export function errorBody(error: AppError, dialect: Dialect): ErrorResource {
  return {
    error: sentenceInDialect(error.message, dialect),
    code: error.code,
    details: error.details.map((detail) => ({
      code: detail.code,
      message: sentenceInDialect(detail.message, dialect),
      ...(detail.field === undefined ? {} : { field: sentenceInDialect(detail.field, dialect) }),
    })),
  };
}

/**
 * Converts a thrown value into a public error. Messages of other errors are not exposed: they may contain paths, queries
 * or tokens.
 */
export function toAppError(thrown: unknown, requestId: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isBadAddress(thrown)) {
    return new AppError('malformed', 'The URL of the request has an invalid percent encoding.');
  }
  const code = codeOfFramework(thrown);
  if (code !== undefined) return new AppError(code, sentenceOf(code), [], { cause: thrown });
  const message = `Internal error. See the log of the service for request id ${requestId}.`;
  return new AppError('internal', message, [], { cause: thrown });
}

function isBadAddress(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'FST_ERR_BAD_URL';
}

/** Maps the status code of Fastify errors; their messages are not exposed. */
function codeOfFramework(thrown: unknown): ErrorCode | undefined {
  const status =
    typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown ? thrown.statusCode : undefined;
  switch (status) {
    case 400:
      return 'malformed';
    case 404:
    case 414:
      return 'not_found';
    case 413:
      return 'too_large';
    case 415:
      return 'unsupported_media';
    case 503:
      return 'starting';
    default:
      return undefined;
  }
}

/** The first sentence is that of the original API: scripts match it. */
export function notFound(what: string, code: 'not_found' | 'webhook_off' = 'not_found'): AppError {
  return new AppError(code, `Sorry, we cannot find that resource. ${what}`);
}

export function sentenceOf(code: ErrorCode): string {
  const { meaning, action } = errorCatalogue[code];
  return `${meaning} ${action}`;
}
