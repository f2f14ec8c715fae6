import type { Client } from '../../contract/client.ts';
import type { ScheduleResource } from '../../contract/resources/schedule.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayListOr } from '../json-flag.ts';
import { moment } from '../render/moment.ts';
import { openClient } from '../service/open-client.ts';
import { pickByPrefix } from '../service/pick-by-prefix.ts';
import { resolveTest } from '../service/resolve-test.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

export const schedules: Command = {
  name: 'schedules',
  summary: 'Start runs of tests at given times.',
  usage: [
    '[ls]',
    `add <test> --cron '30 2 * * MON-FRI' [--time-zone Europe/Berlin]`,
    'show <id>',
    `edit <id> [--cron '0 3 * * *'] [--time-zone Europe/Berlin]`,
    'pause <id>',
    'resume <id>',
    'delete <id>',
  ],
  verbs: ['ls', 'add', 'show', 'edit', 'pause', 'resume', 'delete'],
  options: clientOptions,
  flags: {
    cron: { value: 'expression', sentence: 'With add and edit: minute, hour, day, month and weekday.' },
    'time-zone': {
      value: 'name',
      sentence:
        'With add and edit: time zone of the expression, such as Europe/Berlin. Default of add: that of this machine.',
    },
    project: { value: 'name', short: 'p', sentence: 'With add: project of the test.' },
    json: jsonFlag,
  },
  about:
    'A time is missed when the service is not running, and not made up for. "show" lists the next times, and what became\n' +
    'of the latest ones.',
  examples: [
    {
      line: `spate schedules add checkout --cron '30 2 * * MON-FRI' --time-zone Europe/Berlin`,
      does: 'every working day at 2:30',
    },
    { line: 'spate schedules pause k3Xw', does: 'start no runs until it is resumed' },
  ],
  run: (context) => runVerb(context, 'schedules', { ls, add, show, edit, pause, resume, delete: remove }),
};

async function ls(context: CommandContext): Promise<number> {
  const client = await openClient(context.config, context.env);
  sayListOr(context, (await client.schedules.list())._embedded.schedules, {
    headings: ['id', 'test', 'cron', 'time zone', 'next (UTC)', 'latest'],
    row: ({ uuid, test, cron, time_zone, is_on, next, last: [latest] }) => [
      uuid.slice(0, 8),
      test.name,
      cron,
      time_zone,
      is_on ? moment(next[0] ?? null, '–') : 'paused',
      latest?.outcome ?? '–',
    ],
    ifEmpty: `No schedules yet. Add one: spate schedules add <test> --cron '30 2 * * *'.`,
  });
  return 0;
}

async function add(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags } = context;
  const usage = `schedules add <test> --cron '30 2 * * *'`;
  const name = onlyArgument(args, usage);
  if (flags.cron === undefined) throw new CliError('--cron is required.', `Usage: spate ${usage}`);
  const client = await openClient(config, env);
  const test = await resolveTest(name, client, flags.project);
  const time_zone = flags['time-zone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return tell(context, await client.schedules.create(test.uuid, { cron: flags.cron, time_zone }));
}

async function show(context: CommandContext, args: readonly string[]): Promise<number> {
  const { schedule } = await open(context, args, 'show');
  const { flags, terminal } = context;
  terminal.say(flags.json === undefined ? describe(schedule).join('\n') : JSON.stringify(schedule, null, 2));
  return 0;
}

async function edit(context: CommandContext, args: readonly string[]): Promise<number> {
  const { cron, 'time-zone': timeZone } = context.flags;
  if (cron === undefined && timeZone === undefined)
    throw new CliError(
      '--cron or --time-zone is required.',
      `Usage: spate schedules edit <id> --cron '0 3 * * *'`,
    );
  const { client, schedule } = await open(context, args, 'edit');
  const changes = {
    ...(cron !== undefined && { cron }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  };
  return tell(context, await client.schedules.change(schedule.uuid, changes));
}

async function pause(context: CommandContext, args: readonly string[]): Promise<number> {
  const { client, schedule } = await open(context, args, 'pause');
  return tell(context, await client.schedules.change(schedule.uuid, { on: false }));
}

async function resume(context: CommandContext, args: readonly string[]): Promise<number> {
  const { client, schedule } = await open(context, args, 'resume');
  return tell(context, await client.schedules.change(schedule.uuid, { on: true }));
}

async function remove(context: CommandContext, args: readonly string[]): Promise<number> {
  const { client, schedule } = await open(context, args, 'delete');
  await client.schedules.remove(schedule.uuid);
  context.terminal.note(`Schedule ${schedule.uuid} deleted. Its runs stay.`);
  return 0;
}

/** Prints the id to standard output for scripts, and the schedule with its times to standard error. */
function tell({ flags, terminal }: CommandContext, schedule: ScheduleResource): number {
  if (flags.json !== undefined) terminal.say(JSON.stringify(schedule, null, 2));
  else {
    for (const line of describe(schedule)) terminal.note(line);
    terminal.say(schedule.uuid);
  }
  return 0;
}

/** The schedule with its next and latest times. */
function describe({ test, cron, time_zone, is_on, next, last }: ScheduleResource): string[] {
  return [
    `Schedule of the test ${test.name}: ${cron} (${time_zone})${is_on ? '' : ', paused'}.`,
    ...(next.length > 0 ? [`Next times (UTC): ${next.map((at) => moment(at)).join(', ')}.`] : []),
    ...last.map(
      ({ due, outcome, run, reason }) =>
        `${moment(due)} ${outcome}${run === null ? '' : ` ${run}`}${reason === null ? '' : `: ${reason}`}`,
    ),
  ];
}

async function open(
  { config, env }: CommandContext,
  args: readonly string[],
  verb: string,
): Promise<{ client: Client; schedule: ScheduleResource }> {
  const text = onlyArgument(args, `schedules ${verb} <id>`);
  const client = await openClient(config, env);
  const list = (await client.schedules.list())._embedded.schedules;
  const schedule = pickByPrefix(text, list, 'schedule', ({ uuid, test }) => `${uuid}  ${test.name}`);
  if (schedule) return { client, schedule };
  throw new CliError(`Schedule not found: "${text}".`, 'List schedules with: spate schedules.');
}
