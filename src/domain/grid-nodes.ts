import type { Grid, GridSpec } from './grid.ts';

type GridLike = Pick<Grid, keyof GridSpec>;

/**
 * New grids like the given ones, with this many nodes in all, in equal parts. Dedicated nodes replace a shared grid, which
 * has no end of its own: they stop after `stopAfterMin`.
 */
export function distributeNodes(grids: readonly GridLike[], nodes: number, stopAfterMin: number): GridSpec[] {
  const used = grids.slice(0, nodes);
  return used.map(({ region, infrastructure, instanceType, credentialId, cloud, ...grid }, index) => ({
    region,
    instanceType,
    credentialId,
    cloud,
    instanceQuantity: Math.floor(nodes / used.length) + (index < nodes % used.length ? 1 : 0),
    ...(infrastructure === 'shared'
      ? { infrastructure: 'demand', stopAfterMin }
      : { infrastructure, stopAfterMin: grid.stopAfterMin }),
  }));
}
