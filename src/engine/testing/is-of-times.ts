/** Plans that mostly wait have a JVM and a test file of their own, beside the others. */
export const isOfTimes = (file: string) => /^(?:groups|timers)\//.test(file);
