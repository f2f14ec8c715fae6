import type { BeanShellExpression } from '../../languages/bean-shell/bean-shell-expression.ts';
import { BeanShellFailure } from '../../languages/bean-shell/bean-shell-values.ts';
import { evaluateBeanShell } from '../../languages/bean-shell/evaluate-bean-shell.ts';
import { parseBeanShell } from '../../languages/bean-shell/parse-bean-shell.ts';
import { BrokenExpression, UnsupportedExpression } from '../../languages/expressions/expression.ts';
import type { Environment, User } from '../core.ts';
import { stopForUnsupported } from './stop-for-unsupported.ts';

/** The result of JMeter's `__BeanShell`; undefined if BeanShell fails. */
export function runBeanShell(
  parsed: BeanShellExpression | undefined | Error,
  text: string,
  user: User,
  environment: Environment,
): string | undefined {
  try {
    if (parsed instanceof Error) {
      throw parsed;
    }
    return evaluateBeanShell(parsed, {
      threadName: user.name,
      threadNumber: user.number,
      variables: user.variables,
      properties: environment.properties,
      filesFolder: environment.filesFolder,
      planName: environment.planName,
      nowMs: () => environment.nowMs(),
    });
  } catch (error) {
    if (error instanceof UnsupportedExpression) {
      stopForUnsupported(user, `The script ${text} has ${error.message}`);
    }
    if (error instanceof BeanShellFailure || error instanceof BrokenExpression) {
      user.runner.log('warn', `Error running BSH script ${text}: ${error.message}`);
      return undefined;
    }
    throw error;
  }
}

/** Errors are returned, so that they can be cached with the text. */
export function tryBeanShell(text: string): BeanShellExpression | undefined | Error {
  try {
    return parseBeanShell(text);
  } catch (error) {
    return error as Error;
  }
}
