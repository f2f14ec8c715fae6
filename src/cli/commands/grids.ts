import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../contract/client.ts';
import { joinTokenIn } from '../../contract/join-command.ts';
import { originText } from '../../contract/origin-text.ts';
import type { GridResource } from '../../contract/resources/grid.ts';
import { parseMoney, showMoney } from '../../lib/money.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { parseDuration } from '../durations.ts';
import { jsonFlag } from '../json-flag.ts';
import { moment } from '../render/moment.ts';
import { lineWidth, renderTable } from '../render/table.ts';
import { openClient } from '../service/open-client.ts';
import { resolveGrid } from '../service/resolve-grid.ts';
import { onlyArgument, readId, runVerb } from '../verbs.ts';

const pollEveryMs = 500;

export const grids: Command = {
  name: 'grids',
  summary: 'List, start and stop grids.',
  usage: [
    '[ls]',
    'start <region>[=<nodes>] [--stop-after <time>] [--hosted [--join-token]] [--wait]',
    'start <region>[=<nodes>] --credential <id> --instance-type <type> [--stop-after <time>] [--wait]',
    'stop <id>',
  ],
  verbs: ['ls', 'start', 'stop'],
  options: clientOptions,
  flags: {
    'stop-after': { value: 'time', sentence: 'Lifetime of a new grid, such as 2h. Default: 1h.' },
    'instance-type': { value: 'type', sentence: 'Node size of a new grid.' },
    hosted: { sentence: 'Use machines that you add yourself; prints the join command.' },
    credential: {
      value: 'id',
      sentence: 'Start the nodes in the cloud account of this credential, see "spate credentials".',
    },
    'join-token': {
      sentence:
        'With --hosted, print only the join token, for "spate agent --join @<file>" on machines with Spate.',
    },
    wait: { sentence: 'Wait until the new grid is running.' },
    json: jsonFlag,
  },
  examples: [
    { line: 'spate grids', does: 'list running grids' },
    { line: 'spate grids start us-east-1=2 --stop-after 2h --wait', does: 'two nodes for two hours' },
    { line: 'spate grids start office=3 --hosted', does: 'three of your own machines' },
    {
      line: 'spate grids start office=3 --hosted --join-token > join-token',
      does: 'for containers and other machines that have Spate',
    },
    {
      line: 'spate grids start eu-central-1=2 --credential 3 --instance-type m5.large',
      does: 'two machines in your own AWS account',
    },
    {
      line: 'spate grids start westeurope=2 --credential 4 --instance-type Standard_D2s_v5',
      does: 'two machines in your own Azure subscription',
    },
    { line: 'spate grids stop k3Xw', does: 'by the first characters of its id' },
  ],
  run: (context) => runVerb(context, 'grids', { ls, start, stop }),
};

async function ls({ config, env, flags, terminal }: CommandContext): Promise<number> {
  const client = await openClient(config, env);
  const list = (await client.grids.list())._embedded.grids;
  terminal.say(
    flags.json === undefined ? renderGrids(list, lineWidth(terminal.columns)) : JSON.stringify(list, null, 2),
  );
  for (const { uuid, problems } of flags.json === undefined ? list : [])
    for (const problem of problems) terminal.note(`✕ ${uuid.slice(0, 8)}: ${problem}`);
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
    throw new CliError(
      `Invalid number of nodes in "${args[0]}".`,
      'Use <region>=<nodes>, such as us-east-1=2.',
    );
  }
  if (flags['join-token'] !== undefined && flags.hosted === undefined)
    throw new CliError('--join-token requires --hosted: the service starts the nodes of other grids.');
  const credentialId =
    flags.credential === undefined ? undefined : readId(flags.credential, '--credential <id>');
  const client = await openClient(config, env);
  const created = await client.grids.create({
    region,
    infrastructure: flags.hosted === undefined && credentialId === undefined ? 'demand' : 'hosted',
    ...(credentialId !== undefined && { credential_id: credentialId }),
    instance_quantity: Number(nodes),
    stop_after: Math.max(1, Math.ceil(parseDuration(flags['stop-after'] ?? '1h', '--stop-after') / 60)),
    ...(flags['instance-type'] && { instance_type: flags['instance-type'] }),
  });
  const grid = flags.wait === undefined ? created : await awaitStart(client, created);
  if (flags.json !== undefined) {
    terminal.say(JSON.stringify(grid, null, 2));
    return 0;
  }
  const where = originText(grid.origin);
  terminal.note(`Grid ${grid.name} on ${where} is ${grid.status}. It stops after ${grid.stop_after} min.`);
  const cost = parseMoney(grid.estimated_cost ?? '');
  if (cost === undefined) terminal.note('Its price is unknown. "spate prices" lists the known ones.');
  else if (cost > 0) terminal.note(`Estimated cost: ${showMoney(cost)} until it stops.`);
  for (const warning of grid.warnings) terminal.note(`△ ${warning}`);
  for (const problem of grid.problems) terminal.note(`✕ ${problem}`);
  if (flags['join-token'] !== undefined) {
    // The warnings state the reason.
    if (grid.join_command === null) return 1;
    terminal.note(`Use it: spate run plan.jmx --grid ${grid.uuid}`);
    terminal.say(joinTokenIn(grid.join_command));
    return 0;
  }
  if (grid.join_command !== null) terminal.note(`Run this on each machine:\n  ${grid.join_command}`);
  terminal.say(grid.uuid);
  return 0;
}

async function awaitStart(client: Client, { uuid }: GridResource): Promise<GridResource> {
  for (;;) {
    const grid = await client.grids.get(uuid);
    if (grid.status === 'started') return grid;
    if (grid.status === 'stopped' || grid.status === 'invoiced')
      throw new CliError(
        `Grid ${uuid} stopped before it was running.`,
        grid.problems.join(' ') || 'See the log of the service.',
      );
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
  else terminal.note(`Grid ${uuid} is ${ended.status}. Its runs are stopped gracefully.`);
  return 0;
}

function renderGrids(list: readonly GridResource[], most: number): string {
  const rows = list.map((grid) => [
    grid.uuid.slice(0, 8),
    // Without the id, which has its own column.
    grid.name.replace(`-${grid.uuid}`, ''),
    grid.region,
    originText(grid.origin),
    grid.infrastructure,
    grid.status,
    `${grid.nodes.filter((node) => node.health === 'healthy').length} of ${grid.instance_quantity}`,
    moment(grid.stops_at, 'never'),
    grid.cost === null ? '' : showMoney(parseMoney(grid.cost) ?? 0),
  ]);
  return renderTable(
    ['id', 'name', 'region', 'where', 'kind', 'state', 'healthy', 'stops (UTC)', 'cost'],
    rows,
    [],
    { most, shrinks: [1, 2, 3], drops: [1, 8, 3] },
  );
}
