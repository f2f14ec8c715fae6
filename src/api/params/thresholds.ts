import { parseAbortRule } from '../../domain/abort-rule.ts';
import { AppError, type ErrorDetail } from '../../domain/errors.ts';
import { parseThreshold } from '../../domain/threshold.ts';

type Expressions = readonly string[] | undefined;

/** Trimmed thresholds; invalid ones are added to `problems`. */
export function readThresholds(given: Expressions, field: string, problems: ErrorDetail[]): string[] {
  return readExpressions(given, parseThreshold, field, problems);
}

/** Trimmed abort rules; invalid ones are added to `problems`. */
export function readAbortRules(given: Expressions, field: string, problems: ErrorDetail[]): string[] {
  return readExpressions(given, parseAbortRule, field, problems);
}

function readExpressions(
  given: Expressions = [],
  parse: (expression: string) => { expression: string },
  field: string,
  problems: ErrorDetail[],
): string[] {
  return given.map((expression) => {
    try {
      return parse(expression).expression;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ code: 'invalid', message: error.message, field });
      return expression;
    }
  });
}
