import { AppError } from '../../domain/errors.ts';

/** How many elements Module and Include controllers may add to a plan in all. */
export const mostCopies = 100_000;

/** How deep a plan may be nested; with half as much again, JMeter's stack is full before it has read it. */
export const mostLevels = 1000;

export const tooDeepToRead = (fileName: string) =>
  new AppError(
    'plan_broken',
    `${fileName} is nested more than ${mostLevels.toLocaleString('en')} levels deep, too deep to run.`,
  );
