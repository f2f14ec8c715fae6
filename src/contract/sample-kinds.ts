/** Which samples response times are of. */
export const sampleKinds = ['passed', 'failed', 'all'] as const;

/** How many samples the response times of these figures are of. */
export function samplesTimed(
  { passed, failed }: { passed: number; failed: number },
  times: (typeof sampleKinds)[number],
): number {
  if (times === 'all') return passed + failed;
  return times === 'passed' ? passed : failed;
}
