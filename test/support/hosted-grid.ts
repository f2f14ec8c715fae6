import assert from 'node:assert/strict';
import type { Json, TestService } from './service.ts';

/** A grid whose machines join with its `join_command`. The service must have a public URL. */
export async function createHostedGrid(service: TestService, nodes = 1): Promise<Json> {
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

export function joinTokenIn({ join_command: command }: Json): string {
  return /SPATE_JOIN_TOKEN=([\w-]+)/.exec(command)?.[1] ?? assert.fail(`no join token in ${command}`);
}
