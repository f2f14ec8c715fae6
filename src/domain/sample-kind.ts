/** Which samples response times are of. Failures are often quicker or slower than what they failed at, so they are apart. */
export const sampleKinds = ['passed', 'failed', 'all'] as const;
export type SampleKind = (typeof sampleKinds)[number];

export function samplesOfKind(
  { passed, failed }: { passed: number; failed: number },
  kind: SampleKind,
): number {
  if (kind === 'all') return passed + failed;
  return kind === 'passed' ? passed : failed;
}
