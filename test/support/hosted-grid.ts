import type { Json, TestService } from './service.ts';

/** A grid of one machine, which joins with its `join_command`. */
export async function createHostedGrid(service: TestService): Promise<Json> {
  return service.json('/grids', {
    method: 'POST',
    body: new URLSearchParams({
      'grid[region]': 'uk-south-london',
      'grid[infrastructure]': 'hosted',
      'grid[instance_quantity]': '1',
      'grid[instance_type]': 'ours',
      'grid[stop_after]': '60',
    }),
  });
}
