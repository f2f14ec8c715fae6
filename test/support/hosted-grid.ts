import type { Json, ServiceApi } from './service.ts';

/** A grid whose machines join with its `join_command`. The service must have a public URL. */
export async function createHostedGrid(service: ServiceApi, nodes = 1): Promise<Json> {
  return service.json('/grids', {
    method: 'POST',
    body: new URLSearchParams({
      'grid[region]': 'uk-south-london',
      'grid[infrastructure]': 'hosted',
      'grid[instance_quantity]': String(nodes),
      'grid[instance_type]': 'ours',
      'grid[stop_after]': '60',
    }),
  });
}
