import { metricsIn } from '../metrics.ts';
import type { OneOfSeveral } from './services.ts';

/** Number of nodes that are connected to this service. */
export async function nodesAt(service: OneOfSeveral): Promise<number> {
  const page = await (await service.fetch('/metrics')).text();
  return metricsIn(page).get('spate_node_connections') ?? 0;
}
