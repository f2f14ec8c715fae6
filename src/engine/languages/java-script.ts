import { BrokenExpression, UnsupportedExpression } from '../../languages/expressions/expression.ts';
import { evaluateJavaScript, ScriptError } from '../../languages/javascript/evaluate-javascript.ts';
import type { User } from '../core.ts';
import { stopForUnsupported } from './stop-for-unsupported.ts';

/** The result that JMeter gets from Rhino; undefined if Rhino throws. */
export function runJavaScript(text: string, user: User): string | undefined {
  try {
    return evaluateJavaScript(text);
  } catch (error) {
    if (error instanceof UnsupportedExpression) {
      stopForUnsupported(user, `The expression ${text} has ${error.message}`);
    }
    if (error instanceof BrokenExpression || error instanceof ScriptError) {
      user.runner.log('error', `Error processing Javascript: [${text}] ${error.message}`);
      return undefined;
    }
    throw error;
  }
}
