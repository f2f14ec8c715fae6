import type { Client } from '../../contract/client.ts';
import type { AnnotationResource } from '../../contract/resources/annotation.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { into } from '../../lib/moments.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { parseDuration } from '../durations.ts';
import { jsonFlag, sayJsonOr, sayListOr } from '../json-flag.ts';
import { moment } from '../render/moment.ts';
import { openClient } from '../service/open-client.ts';
import { resolveRun } from '../service/resolve-run.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

export const annotations: Command = {
  name: 'annotations',
  summary: 'Mark deployments and notes on the time axis of runs.',
  usage: [
    'ls [<run>]',
    'add <run> <text> [--at <time>]',
    'deploy <text> [--project <name>] [--at <time>]',
    'csv <run>',
    'delete <id>',
  ],
  verbs: ['ls', 'add', 'deploy', 'csv', 'delete'],
  options: clientOptions,
  flags: {
    at: {
      value: 'time',
      sentence:
        'Time such as 2027-01-31T12:00:00Z, or with add a time into the run such as 2m15s. Default: now.',
    },
    project: {
      value: 'name',
      short: 'p',
      sentence: 'With deploy and ls: project. Default of deploy: Default.',
    },
    json: jsonFlag,
  },
  about:
    'Every run of the project that is active at the time shows a deploy marker. "ls" without a run lists these markers.',
  examples: [
    { line: `spate annotations deploy 'shop 2.4.1' --project Shop`, does: 'from a deployment pipeline' },
    { line: `spate annotations add last 'cache cleared' --at 2m15s`, does: 'a note on one run' },
  ],
  run: (context) => runVerb(context, 'annotations', { ls, add, deploy, csv, delete: remove }),
};

async function ls(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags } = context;
  const client = await openClient(config, env);
  const run =
    args.length === 0 ? undefined : await resolveRun(onlyArgument(args, 'annotations ls [<run>]'), client);
  const list = run
    ? await client.runs.annotations(run.uuid)
    : await client.annotations.list(flags.project === undefined ? {} : { project: flags.project });
  sayListOr(context, list._embedded.annotations, {
    headings: ['id', 'time (UTC)', run ? 'into the run' : 'project', 'kind', 'text', 'author'],
    row: (one) => [
      one.uuid,
      moment(one.at),
      run ? intoRun(one, run) : one.project,
      one.kind,
      one.text,
      one.author ?? '',
    ],
    drops: ['author'],
    ifEmpty: `No annotations yet. Add one: spate annotations deploy 'version 2'.`,
  });
  return 0;
}

function intoRun({ at }: AnnotationResource, { started }: RunResource): string {
  return started === null ? '–' : into((Date.parse(at) - Date.parse(started)) / 1000);
}

async function add(context: CommandContext, args: readonly string[]): Promise<number> {
  const [which, text, ...rest] = args;
  if (which === undefined || text === undefined || rest.length > 0)
    throw new CliError('Run and text are required.', `Usage: spate annotations add <run> '<text>'`);
  const client = await openClient(context.config, context.env);
  const run = await resolveRun(which, client);
  return tell(context, await client.runs.annotate(run.uuid, { text, at: timeOf(context.flags.at, run) }));
}

async function deploy(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags } = context;
  const text = onlyArgument(args, `annotations deploy '<text>'`);
  const { annotations: calls } = await openClient(config, env);
  const at = timeOf(flags.at, undefined);
  return tell(context, await calls.create({ text, kind: 'deploy', project: flags.project, at }));
}

/** A time with a zone, or a duration since the start of the run. */
function timeOf(given: string | undefined, run: RunResource | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (/^\d{4}-/.test(given)) {
    const at = new Date(given);
    if (!Number.isNaN(at.getTime())) return at.toISOString();
    throw new CliError(`Invalid time for --at: "${given}".`, 'Use a time such as 2027-01-31T12:00:00Z.');
  }
  if (!run)
    throw new CliError(`Invalid time for --at: "${given}".`, 'Use a time such as 2027-01-31T12:00:00Z.');
  if (run.started === null)
    throw new CliError(`Run ${run.uuid} has not started.`, 'Omit --at for the current time.');
  return new Date(Date.parse(run.started) + parseDuration(given, '--at') * 1000).toISOString();
}

function tell(context: CommandContext, made: AnnotationResource): number {
  context.terminal.note(`Annotation added at ${moment(made.at)} UTC.`);
  sayJsonOr(context, made, () => context.terminal.say(made.uuid));
  return 0;
}

async function csv({ config, env, terminal }: CommandContext, args: readonly string[]): Promise<number> {
  const client: Client = await openClient(config, env);
  const run = await resolveRun(onlyArgument(args, 'annotations csv <run>'), client);
  const response = await client.runs.annotationsCsv(run.uuid);
  terminal.say((await response.text()).trimEnd());
  return 0;
}

async function remove({ config, env, terminal }: CommandContext, args: readonly string[]): Promise<number> {
  const id = onlyArgument(args, 'annotations delete <id>');
  await (await openClient(config, env)).annotations.remove(id);
  terminal.note(`Annotation ${id} deleted.`);
  return 0;
}
