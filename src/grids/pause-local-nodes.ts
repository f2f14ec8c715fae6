import { openGridsOfProvider } from '../store/grids.ts';
import { nodesOfGrid } from '../store/nodes.ts';
import { type GridContext, joinTokenOf, providerOf } from './grid-context.ts';

/** Stops every agent on this machine; the next start of the service restarts the same nodes. */
export async function pauseLocalNodes(context: GridContext): Promise<void> {
  const provider = providerOf(context, 'local');
  for (const grid of await openGridsOfProvider(context.database, provider.name)) {
    const nodes = await nodesOfGrid(context.database, grid.id);
    await provider.pause({
      grid,
      joinToken: joinTokenOf(context, grid),
      slots: nodes.map(({ id, index }) => ({ nodeId: id, index, hasRecentHeartbeat: false, machine: null })),
      joinedMachines: new Set(),
    });
  }
}
