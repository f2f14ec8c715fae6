/** Classes of Java Requests that the engine runs itself. */
export const isOwnJavaClass = (name: string): boolean =>
  /^org\.apache\.jmeter\.protocol\.java\.test\.(?:JavaTest|SleepTest)$/.test(name);
