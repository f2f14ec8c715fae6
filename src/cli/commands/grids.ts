import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../contract/client.ts';
import type { GridResource } from '../../contract/resources/grid.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { parseDuration } from '../durations.ts';
import { jsonFlag } from '../json-flag.ts';
import { moment } from '../render/moment.ts';
import { renderTable } from '../render/table.ts';
import { openClient } from '../service/open-client.ts';
import { resolveGrid } from '../service/resolve-grid.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

const pollEveryMs = 500;

export const grids: Command = {
  name: 'grids',
  summary: 'Lists, starts and stops grids.',
  usage: ['[ls]', 'start <region>[=<nodes>] [--stop-after <time>] [--hosted] [--wait]', 'stop <id>'],
  verbs: ['ls', 'start', 'stop'],
  options: clientOptions,
  flags: {
    'stop-after': { value: 'time', sentence: 'When a new grid ends, such as 2h. Default: 1h.' },
    'instance-type': { value: 'type', sentence: 'Size of the nodes of a new grid.' },
    hosted: { sentence: 'Machines that you start yourself; the answer says how they join.' },
    wait: { sentence: 'Come back only when the new grid is up.' },
    json: jsonFlag,
  },
  examples: [
    { line: 'spate grids', does: 'those that are up' },
    { line: 'spate grids start us-east-1=2 --stop-after 2h --wait', does: 'two nodes for two hours' },
    { line: 'spate grids start office=3 --hosted', does: 'three machines of yours' },
    { line: 'spate grids stop k3Xw', does: 'by the first characters of its id' },
  ],
  run: (context) => runVerb(context, 'grids', { ls, start, stop }),
};

async function ls({ config, env, flags, terminal }: CommandContext): Promise<number> {
  const client = await openClient(config, env);
  const list = (await client.grids.list())._embedded.grids;
  terminal.say(flags.json === undefined ? renderGrids(list) : JSON.stringify(list, null, 2));
  return 0;
}

async function start(
  { config, env, flags, terminal }: CommandContext,
  args: readonly string[],
): Promise<number> {
  const [, region = '', nodes = '1'] = /^([^=]+)=(.*)$/.exec(
    onlyArgument(args, 'grids start us-east-1=2'),
  ) ?? ['', args[0]];
  if (!/^[1-9]\d*$/.test(nodes)) {
    throw new CliError(`"${args[0]}" is no region and number of nodes.`, 'It looks like us-east-1=2.');
  }
  const client = await openClient(config, env);
  const created = await client.grids.create({
    region,
    infrastructure: flags.hosted === undefined ? 'demand' : 'hosted',
    instance_quantity: Number(nodes),
    stop_after: Math.max(1, Math.ceil(parseDuration(flags['stop-after'] ?? '1h', '--stop-after') / 60)),
    ...(flags['instance-type'] && { instance_type: flags['instance-type'] }),
  });
  const grid = flags.wait === undefined ? created : await awaitStart(client, created);
  if (flags.json !== undefined) {
    terminal.say(JSON.stringify(grid, null, 2));
    return 0;
  }
  const where = grid.origin.toLowerCase();
  terminal.note(`Grid ${grid.name} on ${where} is ${grid.status}; it ends after ${grid.stop_after} min.`);
  for (const warning of grid.warnings) terminal.note(`△ ${warning}`);
  if (grid.join_command !== null) terminal.note(`On each machine:\n  ${grid.join_command}`);
  terminal.say(grid.uuid);
  return 0;
}

async function awaitStart(client: Client, { uuid }: GridResource): Promise<GridResource> {
  for (;;) {
    const grid = await client.grids.get(uuid);
    if (grid.status === 'started') return grid;
    if (grid.status === 'stopped' || grid.status === 'invoiced')
      throw new CliError(`The grid ${uuid} ended before it was up.`, 'The log of the service says why.');
    await sleep(pollEveryMs);
  }
}

async function stop(
  { config, env, flags, terminal }: CommandContext,
  args: readonly string[],
): Promise<number> {
  const client = await openClient(config, env);
  const { uuid } = await resolveGrid(onlyArgument(args, 'grids stop <id>'), client);
  const ended = await client.grids.terminate(uuid);
  if (flags.json !== undefined) terminal.say(JSON.stringify(ended, null, 2));
  else terminal.note(`Grid ${uuid} is ${ended.status}. Runs that were on it are ended in order.`);
  return 0;
}

function renderGrids(list: readonly GridResource[]): string {
  const rows = list.map((grid) => [
    grid.uuid.slice(0, 8),
    // Names end in the id, which stands beside them.
    grid.name.replace(`-${grid.uuid}`, ''),
    grid.region,
    grid.origin.toLowerCase(),
    grid.infrastructure,
    grid.status,
    `${grid.nodes.filter((node) => node.health === 'healthy').length} of ${grid.instance_quantity}`,
    moment(grid.stops_at, 'never'),
  ]);
  return renderTable(['id', 'name', 'region', 'where', 'kind', 'state', 'nodes up', 'ends (UTC)'], rows);
}
