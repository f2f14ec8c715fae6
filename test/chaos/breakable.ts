import type { Breakable } from './schedule.ts';

export const nodeCount = 2;

/**
 * Parts of a stage with so many services. One service has PostgreSQL on its own disk, as in a default installation;
 * several have a balancer, an S3 server, and PostgreSQL on another disk.
 */
export function breakableOf(services: number): Breakable {
  const isOne = services === 1;
  return {
    victims: ['service', 'agent', 'tool', 'postgres', ...(isOne ? [] : (['balancer', 'storage'] as const))],
    wires: { database: services, storage: isOne ? 0 : services, node: nodeCount, service: services },
    disks: { node: nodeCount, service: services, postgres: isOne ? 0 : 1 },
    nodes: nodeCount,
  };
}
