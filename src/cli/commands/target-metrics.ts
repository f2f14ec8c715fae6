import type { MetricSourceResource, TargetMetricResource } from '../../contract/resources/target-metrics.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr, sayListOr } from '../json-flag.ts';
import { openClient } from '../service/open-client.ts';
import { resolveRun } from '../service/resolve-run.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

export const targetMetrics: Command = {
  name: 'target-metrics',
  summary: 'Store metrics of the target from Prometheus with each run.',
  usage: [
    '[ls]',
    `set [<address>] --query 'name=expression' [--query …] [--project <name>]`,
    'test [--project <name>]',
    'show <run>',
    'delete [--project <name>]',
  ],
  verbs: ['ls', 'set', 'test', 'show', 'delete'],
  options: clientOptions,
  flags: {
    query: {
      value: 'name=expression',
      isRepeatable: true,
      sentence: 'With set: a named expression in PromQL.',
    },
    project: { value: 'name', short: 'p', sentence: 'Project. Default: Default.' },
    json: jsonFlag,
  },
  about:
    'The queries run every 15 s during a run and until a minute after it. "set" replaces address and queries of the project;\n' +
    'without an address, the present one is kept. "test" runs the queries for the last five minutes.',
  examples: [
    {
      line: `spate target-metrics set http://prometheus:9090 --query 'CPU (%)=100 - 100 * avg(rate(node_cpu_seconds_total{mode="idle"}[30s]))'`,
      does: 'CPU of all machines that Prometheus knows',
    },
    { line: 'spate target-metrics show last', does: 'minimum, mean and maximum of each series' },
  ],
  run: (context) => runVerb(context, 'target-metrics', { ls, set, test, show, delete: remove }),
};

async function ls(context: CommandContext): Promise<number> {
  const client = await openClient(context.config, context.env);
  const list = (await client.targetMetrics.list())._embedded.sources;
  sayListOr(context, list.flatMap(rowsOf), {
    headings: ['project', 'address', 'name', 'expression'],
    row: (row) => row,
    ifEmpty: `No target metrics yet. Set them: spate target-metrics set <address> --query 'name=expression'.`,
  });
  return 0;
}

function rowsOf({ project, target, queries }: MetricSourceResource): string[][] {
  return queries.map(({ name, expression }) => [project, target, name, expression]);
}

async function set(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, lists, terminal } = context;
  const usage = `target-metrics set [<address>] --query 'name=expression'`;
  if (lists.query === undefined) throw new CliError('--query is required.', `Usage: spate ${usage}`);
  const address = args.length === 0 ? undefined : onlyArgument(args, usage);
  const client = await openClient(config, env);
  const source = await client.targetMetrics.set({ project: flags.project, address, queries: lists.query });
  sayJsonOr(context, source, () =>
    terminal.note(`Runs of project ${source.project} store metrics from ${source.target}.`),
  );
  return 0;
}

/** Exit code 1 if a query has no series. */
async function test(context: CommandContext): Promise<number> {
  const { client, source } = await open(context);
  const { metrics } = await client.targetMetrics.test(source.uuid);
  tell(context, metrics);
  return metrics.every(({ series }) => series.length > 0) ? 0 : 1;
}

async function show(context: CommandContext, args: readonly string[]): Promise<number> {
  const client = await openClient(context.config, context.env);
  const run = await resolveRun(onlyArgument(args, 'target-metrics show <run>'), client);
  tell(context, (await client.runs.targetMetrics(run.uuid)).metrics);
  return 0;
}

function tell(context: CommandContext, metrics: readonly TargetMetricResource[]): void {
  if (context.flags.json !== undefined) {
    context.terminal.say(JSON.stringify(metrics, null, 2));
    return;
  }
  const rows = metrics.flatMap(({ name, series }) =>
    series.map((one) => [name, one.name, ...figuresOf(one.values)]),
  );
  if (rows.length > 0 || metrics.length === 0)
    sayListOr(context, rows, {
      headings: ['name', 'series', 'min', 'mean', 'max'],
      row: (row) => row,
      ifEmpty: 'No target metrics are stored with this run.',
    });
  for (const { name, problem } of metrics) if (problem !== null) context.terminal.note(`${name}: ${problem}`);
}

function figuresOf(values: readonly (number | null)[]): string[] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return ['–', '–', '–'];
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return [Math.min(...known), mean, Math.max(...known)].map((value) => String(Number(value.toPrecision(3))));
}

async function remove(context: CommandContext): Promise<number> {
  const { client, source } = await open(context);
  await client.targetMetrics.remove(source.uuid);
  context.terminal.note(`Target metrics of project ${source.project} deleted. Metrics of earlier runs stay.`);
  return 0;
}

async function open({ config, env, flags }: CommandContext) {
  const client = await openClient(config, env);
  const project = flags.project ?? 'Default';
  const list = (await client.targetMetrics.list())._embedded.sources;
  const source = list.find((each) => each.project === project);
  if (source) return { client, source };
  throw new CliError(`Project ${project} has no target metrics.`, 'List them with: spate target-metrics.');
}
