/** Plans that mostly wait, or whose order is that of their waits, have a test file of their own. */
export const isOfTimes = (file: string) => /^(?:groups|timers)\/|^controllers\/parallel$/.test(file);
