import { BrokenExpression, UnsupportedExpression } from '../../languages/expressions/expression.ts';
import { evaluateJexl } from '../../languages/jexl/evaluate-jexl.ts';
import { JexlFailure, NumberFormatFailure } from '../../languages/jexl/jexl-arithmetic.ts';
import type { Environment, User } from '../core.ts';
import { stopForUnsupported } from './stop-for-unsupported.ts';

/** The result that JMeter gets from JEXL: empty after most errors, undefined if JEXL throws. */
export function runJexl(text: string, user: User, environment: Environment): string | undefined {
  try {
    const { name: threadName, variables } = user;
    return evaluateJexl(text, { threadName, variables, properties: environment.properties });
  } catch (error) {
    if (error instanceof UnsupportedExpression) {
      stopForUnsupported(user, `The expression ${text} has ${error.message}`);
    }
    if (error instanceof JexlFailure) {
      user.runner.log('warn', `${text}: ${error.message}`);
      return '';
    }
    if (error instanceof BrokenExpression || error instanceof NumberFormatFailure) {
      const what = `An error occurred while evaluating the expression "${text}"`;
      user.runner.log('error', `${what}: ${error.message}`);
      return undefined;
    }
    throw error;
  }
}
