import { AppError } from '../domain/errors.ts';

/** How many elements Module and Include controllers may add to a plan in all. */
export const mostCopies = 100_000;

/** How deep a plan may be nested; with half as much again, JMeter's stack is full before it has read it. */
export const mostLevels = 1000;

/** How deep calls of functions may stand in each other. */
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
