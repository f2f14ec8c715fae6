/** Set to `1` by `npm run test:full`: every variant, the real Apache JMeter in each differential case, real time. */
export const fullSuiteVariable = 'SPATE_TEST_FULL';

/** Whether this is `npm run test:full`. `npm test` runs one variant of each proof. */
export function isFullSuite(): boolean {
  return process.env[fullSuiteVariable] === '1';
}
