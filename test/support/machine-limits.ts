/**
 * What kernel or container of a machine may forbid: tests skipped for one of these reasons are listed, but accepted with
 * CI=true. Nothing else may be skipped there.
 */
export const machineLimits = {
  ioUring: 'kernel or container do not offer io_uring',
  controlGroups: 'this machine cannot enforce egress rules',
} as const;

/** The accepted reason that the reason of a skipped test begins with. */
export function machineLimitOf(reason: string): string | undefined {
  return Object.values(machineLimits).find((limit) => reason.startsWith(limit));
}
