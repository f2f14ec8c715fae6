import { capital } from '../lib/capital.ts';
import { count } from '../lib/figures.ts';
import { azureRegionOf } from './azure-regions.ts';
import type { Grid } from './grid.ts';

type Placed = Pick<Grid, 'provider' | 'target' | 'region'>;

/** Actual location of a provider's machines, whatever region was requested. */
const places: Readonly<Record<string, (grid: Placed) => string>> = {
  local: () => 'this machine',
  joined: () => 'your own machines',
  kubernetes: ({ target }) => `the Kubernetes cluster ${target}`,
  aws: ({ region }) => `AWS ${region}`,
  azure: ({ region }) => `Azure ${azureRegionOf(region)}`,
};

function placeOf(grid: Placed): string {
  return places[grid.provider]?.(grid) ?? grid.provider;
}

/** Actual location of the nodes: `This machine`. */
export function originOf(grid: Placed): string {
  return capital(placeOf(grid));
}

/** `on this machine and your own machines`; empty without grids. */
export function placesText(grids: readonly Placed[]): string {
  const each = [...new Set(grids.map(placeOf))];
  return each.length === 0 ? '' : `on ${each.join(' and ')}`;
}

/** `2 nodes on this machine`, `2 nodes on this machine and 1 node on your own machines`; empty without nodes. */
export function nodesText(grids: readonly { grid: Placed; nodes: readonly unknown[] }[]): string {
  const counts = new Map<string, number>();
  for (const { grid, nodes } of grids)
    if (nodes.length > 0) counts.set(placeOf(grid), (counts.get(placeOf(grid)) ?? 0) + nodes.length);
  return [...counts].map(([place, nodes]) => `${count(nodes, 'node')} on ${place}`).join(' and ');
}

/** Warnings about the requested settings of a grid. */
export function gridWarnings({
  infrastructure,
  provider,
  region,
  credentialId,
  cloud,
}: Pick<Grid, 'infrastructure' | 'provider' | 'region' | 'credentialId' | 'cloud'>): string[] {
  const retired =
    cloud.aws_platform === 'ec2_classic' && provider === 'aws'
      ? [
          'AWS has retired EC2-Classic: the grid runs in the default VPC. Set aws_platform to ec2_default_vpc.',
        ]
      : [];
  const unused = unusedFields(provider, cloud);
  const isForCloud = credentialId !== null || Object.keys(cloud).length > 0;
  if (infrastructure !== 'hosted' || provider !== 'joined' || !isForCloud) return [...retired, ...unused];
  return [
    `The service does not start machines for the hosted grid in ${region}: it has no provider for that cloud. Start the machines yourself and run the grid's join_command on each.`,
  ];
}

const cloudNames: Readonly<Record<string, string>> = { aws: 'AWS', azure: 'Azure' };

/** Fields of another cloud than the one that the grid runs in. */
function unusedFields(provider: string, cloud: Grid['cloud']): string[] {
  const name = cloudNames[provider];
  const others = Object.keys(cloud).filter((field) => !field.startsWith(`${provider}_`));
  if (name === undefined || others.length === 0) return [];
  return [
    `The grid runs in ${name}, where ${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} no effect.`,
  ];
}
