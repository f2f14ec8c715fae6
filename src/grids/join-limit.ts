import type { GridLimits } from './grid-context.ts';

/** Providers whose nodes join as soon as they are started. */
const immediate = ['local', 'joined'];

/**
 * Time for the nodes of a new grid to join. Elsewhere a machine may have to be created first, and to install packages or pull
 * an image.
 */
export function joinLimitS(
  { nodeJoinS, cloudJoinS }: Pick<GridLimits, 'nodeJoinS' | 'cloudJoinS'>,
  provider: string,
): number {
  return immediate.includes(provider) ? nodeJoinS : Math.max(nodeJoinS, cloudJoinS);
}
