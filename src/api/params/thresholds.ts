import { AppError, type ErrorDetail } from '../../domain/errors.ts';
import { parseThreshold } from '../../domain/threshold.ts';

/** Trimmed expressions; invalid ones are added to `problems`. */
export function readThresholds(
  expressions: readonly string[] | undefined,
  field: string,
  problems: ErrorDetail[],
): string[] {
  return (expressions ?? []).map((expression) => {
    try {
      return parseThreshold(expression).expression;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ code: 'invalid', message: error.message, field });
      return expression;
    }
  });
}
