import { AppError } from '../../domain/errors.ts';

/** Error messages for users. */
export function errorMessages(error: unknown, doing: string): string[] {
  if (error instanceof AppError) {
    return error.details.length > 0 ? error.details.map((detail) => detail.message) : [error.message];
  }
  return [`${doing} failed: ${error instanceof Error ? error.message : String(error)}`];
}
