import { metricExportKindWords } from '../../contract/metric-export-words.ts';
import type { MetricExportResource } from '../../contract/resources/metric-export.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr, sayListOr } from '../json-flag.ts';
import { moment } from '../render/moment.ts';
import { openClient } from '../service/open-client.ts';
import { pickByPrefix } from '../service/pick-by-prefix.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

const kinds = Object.keys(metricExportKindWords);

export const metricExports: Command = {
  name: 'metric-exports',
  summary: 'Send live figures of runs to Prometheus or OpenTelemetry.',
  usage: ['[ls]', `add <${kinds.join('|')}> <url> [--project <name>]`, 'delete <id>'],
  verbs: ['ls', 'add', 'delete'],
  options: clientOptions,
  flags: {
    project: {
      value: 'name',
      short: 'p',
      sentence: 'With add: project whose runs are sent. Default: Default.',
    },
    json: jsonFlag,
  },
  about: 'Figures are sent every 15 s during a run, and once after its end.',
  examples: [
    {
      line: 'spate metric-exports add remote_write http://prometheus:9090/api/v1/write',
      does: 'Prometheus with --web.enable-remote-write-receiver',
    },
    {
      line: 'spate metric-exports add otlp http://collector:4318/v1/metrics --project Shop',
      does: 'an OpenTelemetry collector',
    },
  ],
  run: (context) => runVerb(context, 'metric-exports', { ls, add, delete: remove }),
};

async function ls(context: CommandContext): Promise<number> {
  const client = await openClient(context.config, context.env);
  const list = (await client.metricExports.list())._embedded.exports;
  sayListOr(context, list, {
    headings: ['id', 'project', 'kind', 'target', 'last sent (UTC)'],
    row: ({ uuid, project, kind, target, last_sent }) => [
      uuid.slice(0, 8),
      project,
      kind,
      target,
      moment(last_sent, 'never'),
    ],
    ifEmpty: 'No metric exports yet. Add one: spate metric-exports add remote_write <url>.',
  });
  if (context.flags.json === undefined)
    for (const { uuid, problem } of list)
      if (problem !== null) context.terminal.say(`Problem of ${uuid.slice(0, 8)}: ${problem}`);
  return 0;
}

async function add(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, terminal } = context;
  const [kind = '', address, ...rest] = args;
  if (address === undefined || rest.length > 0)
    throw new CliError('Kind and URL are required.', 'Usage: spate metric-exports add <kind> <url>');
  if (!Object.hasOwn(metricExportKindWords, kind))
    throw new CliError(`Unknown kind: ${kind}.`, `Use one of: ${kinds.join(', ')}.`);
  const client = await openClient(config, env);
  const made = await client.metricExports.create({
    kind: kind as MetricExportResource['kind'],
    address,
    project: flags.project,
  });
  terminal.note(`Figures of runs of project ${made.project} are sent to ${made.target}.`);
  sayJsonOr(context, made, () => terminal.say(made.uuid));
  return 0;
}

async function remove({ config, env, terminal }: CommandContext, args: readonly string[]): Promise<number> {
  const given = onlyArgument(args, 'metric-exports delete <id>');
  const client = await openClient(config, env);
  const list = (await client.metricExports.list())._embedded.exports;
  const found = pickByPrefix(given, list, 'metric export', ({ uuid, target }) => `${uuid}  ${target}`);
  if (!found)
    throw new CliError(`Metric export not found: "${given}".`, 'List them with: spate metric-exports.');
  await client.metricExports.remove(found.uuid);
  terminal.note(`Metric export to ${found.target} deleted.`);
  return 0;
}
