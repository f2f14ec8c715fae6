/** Properties that JMeter's own main method sets and the oracle does not: Debug elements show them as variables. */
export const startTimes = { 'START.MS': '1700000000000', 'START.YMD': '20260101', 'START.HMS': '120000' };

/** Removes the start of the test and an object of the JVM, which Debug elements show, from samples as JSON. */
export const withoutStart = (json: string) =>
  json
    .replaceAll(/SamplePackage@[0-9a-f]+/g, 'SamplePackage@')
    .replaceAll(/TESTSTART\.MS=\d+/g, 'TESTSTART.MS=')
    .replaceAll(/START\.(?:HMS|MS|YMD)=\d+(?:\\n)/g, '');
