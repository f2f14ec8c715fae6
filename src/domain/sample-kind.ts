/** Samples included in response times. Failures are separate, because they are often faster or slower. */
export const sampleKinds = ['passed', 'failed', 'all'] as const;
export type SampleKind = (typeof sampleKinds)[number];

export function samplesOfKind(
  { passed, failed }: { passed: number; failed: number },
  kind: SampleKind,
): number {
  if (kind === 'all') return passed + failed;
  return kind === 'passed' ? passed : failed;
}
