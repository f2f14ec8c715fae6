import { openGridsOfProvider } from '../store/grids.ts';
import { nodesOfGrid } from '../store/nodes.ts';
import { type GridContext, joinTokenOf, providerOf } from './grid-context.ts';

/** Stops every agent on this machine; the next start of the service restarts the same nodes. */
export async function pauseLocalNodes(context: GridContext): Promise<void> {
  const provider = providerOf(context, 'local');
  for (const grid of await openGridsOfProvider(context.database, provider.name)) {
    const joinToken = joinTokenOf(context, grid);
    const nodes = await nodesOfGrid(context.database, grid.id);
    await Promise.all(
      nodes.map((node) =>
        provider.pauseNode({
          grid,
          nodeId: node.id,
          index: node.index,
          joinToken,
          hasRecentHeartbeat: false,
        }),
      ),
    );
  }
}
