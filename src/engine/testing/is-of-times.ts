/**
 * Whether a file of cases mostly waits, or depends on the order of waits. Such files run in a test file of their own.
 */
export const isOfTimes = (file: string) => /^(?:groups|timers)\/|^controllers\/parallel$/.test(file);
