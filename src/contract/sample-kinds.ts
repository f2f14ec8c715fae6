/** Sample selections for response times. */
export const sampleKinds = ['passed', 'failed', 'all'] as const;

/** Number of samples that the response times cover. */
export function samplesTimed(
  { passed, failed }: { passed: number; failed: number },
  times: (typeof sampleKinds)[number],
): number {
  if (times === 'all') return passed + failed;
  return times === 'passed' ? passed : failed;
}
