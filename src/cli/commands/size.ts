import type { Client } from '../../contract/client.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { defaultStopAfterMin } from '../../contract/run-settings.ts';
import { SizeError, SizeRamp, sizingSettings, stepS } from '../../contract/size-ramp.ts';
import { limitWords, type MeasuredSize, nodesFor, type SizeStep, sizeOf } from '../../contract/test-size.ts';
import { count, whole } from '../../lib/figures.ts';
import { parseMoney, showMoney } from '../../lib/money.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { parseDuration } from '../durations.ts';
import { renderTable } from '../render/table.ts';
import { createRun } from '../run/create-run.ts';
import { readGrids } from '../run/grid-choices.ts';
import { readNewRun, type WantedRun } from '../run/new-run.ts';
import { textFlags } from '../run/setting-flags.ts';
import { isWholeId } from '../service/resolve-grid.ts';
import { listTests } from '../service/resolve-test.ts';
import { exitCodeOfSignal, listenForStop, type StopSignal } from '../signals.ts';
import { run as runCommand } from './run.ts';

const runFlags = [
  'grid',
  'instance-type',
  'credential',
  'project',
  'property',
  'system-property',
  'env',
  'secret',
  'param',
] as const;

export const size: Command = {
  name: 'size',
  summary: 'Measure how many virtual users one node carries, and how many nodes a load requires.',
  usage: ['<plan> [<data file> …] --users <n> [options]'],
  takes: 'files',
  options: clientOptions,
  flags: {
    users: { value: 'n', sentence: 'Virtual users of the planned load, on all nodes together.' },
    duration: {
      value: 'time',
      short: 'd',
      sentence: 'Duration of the planned load, for its cost. Default: unknown, one hour.',
    },
    test: {
      value: 'name',
      sentence:
        'Test that gets the result. Default: the test with the name of the plan file, if there is one.',
    },
    ...Object.fromEntries(runFlags.flatMap((name) => withFlag(name))),
    ...textFlags,
    'on-busy-node': { sentence: 'Measure although other programs use the CPU of the node.' },
    json: { sentence: 'Print the result as JSON.' },
  },
  about:
    `A run on one node doubles its virtual users every ${stepS} s, from 10 up to the planned load, until the CPU of the node is 80 % busy or\n` +
    "the load generator falls behind its schedule. The plan must run on Spate's engine with one Thread Group or Concurrency Thread\n" +
    'Group that does not end before. The target gets the load. The run belongs to a test of its own, so that it is not part of the history.',
  examples: [
    {
      line: 'spate size plan.jmx --users 10000 -d 30m --grid us-east-1=1 --instance-type c7i.large',
      does: 'nodes and cost of 10,000 virtual users for half an hour',
    },
    { line: 'spate size plan.jmx users.csv --users 500', does: 'measure on the shared grid' },
  ],
  run: measureSize,
};

function withFlag(name: (typeof runFlags)[number]) {
  const flag = runCommand.flags[name];
  return flag ? [[name, flag] as const] : [];
}

async function measureSize(context: CommandContext): Promise<number> {
  const { flags, terminal } = context;
  const users = readUsers(flags.users);
  const wanted = await sizingRun(context, users);
  const requests = listenForStop();
  const created = await createRun(context, wanted, requests);
  if (created.run === null) return created.exitCode;
  const { client, run } = created;
  terminal.note(`Run ${run.uuid}: ${run.permalink}`);
  const stop = () => client.runs.stop(run.uuid);
  const ramp = new SizeRamp(client, run.uuid, requests.signal);
  let steps: SizeStep[];
  try {
    steps = await ramp.run(users, flags['on-busy-node'] !== undefined, (step) =>
      terminal.note(stepText(step)),
    );
  } catch (error) {
    await stop().catch(() => {});
    if (error instanceof SizeError) throw new CliError(error.message, hintOf(error));
    if (!requests.signal.aborted) throw error;
    terminal.note('Interrupted. The run is stopped.');
    return exitCodeOfSignal(requests.signal.reason as StopSignal);
  }
  await stop();
  const measured = sizeOf(steps);
  const test = await keep(context, client, run, measured);
  const plan = nodesFor(users, measured.usersPerNode);
  const cost = await costOf(context, client, plan.nodes);
  if (flags.json !== undefined)
    terminal.say(
      JSON.stringify(
        {
          users_per_node: measured.usersPerNode,
          limit: measured.limit,
          users,
          nodes: plan.nodes,
          threads: plan.usersPerNode,
          cost,
          run: run.uuid,
          test: test?.uuid ?? null,
          steps: steps.map(({ users: each, cpu, isLate }) => ({ users: each, cpu, is_late: isLate })),
        },
        null,
        2,
      ),
    );
  else terminal.say(resultText(users, measured, steps, cost, test?.name));
  return 0;
}

const hintOf = ({ hint, isBusyNode }: SizeError) => (isBusyNode ? `${hint} Or use --on-busy-node.` : hint);

function readUsers(given: string | undefined): number {
  if (given !== undefined && /^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw given === undefined
    ? new CliError(
        '--users is required.',
        'Give the virtual users of the planned load, such as --users 10000.',
      )
    : new CliError(`Invalid value for --users: "${given}".`, 'Use a positive integer.');
}

/** The run of the ramp: on one node, until all steps are measured. */
async function sizingRun(context: CommandContext, users: number): Promise<WantedRun> {
  const { duration: _, test: __, ...flags } = context.flags;
  const { input, grids } = await readNewRun({ ...context, flags });
  if (grids.given.length > 1)
    throw new CliError('A size is measured on one node.', 'Use --grid once, such as --grid us-east-1=1.');
  const settings = sizingSettings(planName(context), users);
  return {
    input: { ...input, ...settings },
    grids: {
      ...grids,
      given: grids.given.map((text) => withNodes(text, 1)),
      stopAfterMin: defaultStopAfterMin(settings.duration),
    },
  };
}

const planName = ({ args }: CommandContext) => args[0]?.split(/[\\/]/).at(-1) ?? '';

/** Stores the result with the test. Undefined without one. */
async function keep(
  { flags, terminal, ...context }: CommandContext,
  client: Client,
  run: RunResource,
  { usersPerNode, limit }: MeasuredSize,
): Promise<{ uuid: string; name: string } | undefined> {
  const name = flags.test ?? planName({ flags, terminal, ...context });
  const tests = await listTests(client, { search: name, project: flags.project ?? run.project });
  const test = tests.find((each) => each.name === name);
  if (test) {
    await client.tests.change(test.uuid, { users_per_node: usersPerNode, limit, sized_by: run.uuid });
    return test;
  }
  if (flags.test !== undefined) terminal.note(`There is no test "${name}", so the result is not kept.`);
  return undefined;
}

/** Of dedicated nodes; null on existing grids, or if a price is unknown. */
async function costOf(
  { flags, lists }: CommandContext,
  client: Client,
  nodes: number,
): Promise<string | null> {
  const duration = flags.duration === undefined ? undefined : parseDuration(flags.duration, '--duration');
  const grids = await readGrids(
    {
      given: (lists.grid ?? []).map((text) => withNodes(text, nodes)),
      stopAfterMin: defaultStopAfterMin(duration),
      instanceType: flags['instance-type'],
      credentialId: flags.credential === undefined ? undefined : Number(flags.credential),
    },
    client,
  );
  if (!grids.some((grid) => 'region' in grid)) return null;
  return (await client.runs.estimate({ grids, duration })).cost;
}

/** A new grid with another number of nodes; existing grids stay unchanged. */
function withNodes(grid: string, nodes: number): string {
  const isNew = grid.includes('=') || (grid.includes('-') && !isWholeId(grid));
  return isNew ? `${grid.replace(/=.*$/, '')}=${nodes}` : grid;
}

function stepText({ users, cpu, isLate }: SizeStep): string {
  return `${count(users, 'virtual user')}: CPU ${Math.round(cpu * 100)} %${isLate ? ', behind schedule' : ''}`;
}

function resultText(
  users: number,
  measured: MeasuredSize,
  steps: readonly SizeStep[],
  cost: string | null,
  test: string | undefined,
): string {
  const { nodes, usersPerNode } = nodesFor(users, measured.usersPerNode);
  const table = renderTable(
    ['virtual users', 'CPU', 'schedule'],
    steps.map((step) => [
      whole(step.users),
      `${Math.round(step.cpu * 100)} %`,
      step.isLate ? 'behind' : 'on time',
    ]),
    ['right', 'right', 'left'],
  );
  const money = cost === null ? undefined : parseMoney(cost);
  return [
    table,
    '',
    `One node carries ${count(measured.usersPerNode, 'virtual user')}; ${limitWords[measured.limit]}.`,
    `${count(users, 'virtual user')} require ${count(nodes, 'node')} with ${whole(usersPerNode)} each${money === undefined ? '' : `, for ${showMoney(money)}`}.`,
    ...(test === undefined ? [] : [`Kept with the test ${test}.`]),
  ].join('\n');
}
