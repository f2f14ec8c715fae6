import { AppError } from '../domain/errors.ts';

/** Maximum number of elements that Module and Include Controllers add to a plan. */
export const mostCopies = 100_000;

/** Maximum nesting of a plan. At 1.5 times this depth, JMeter's stack overflows while it reads the file. */
export const mostLevels = 1000;

/** Maximum nesting of function calls. */
export const mostNestedCalls = 50;

export const callsNestedTooDeeply = (fileName: string, element: string) =>
  new AppError(
    'plan_broken',
    `"${element.slice(0, 100)}" in ${fileName} has functions nested more than ${mostNestedCalls} levels deep. Put parts of the expression into variables.`,
  );

export const tooDeepToRead = (fileName: string) =>
  new AppError(
    'plan_broken',
    `${fileName} is nested more than ${mostLevels.toLocaleString('en')} levels deep, too deep to run.`,
  );
