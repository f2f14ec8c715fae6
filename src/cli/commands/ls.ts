import type { RunFilterInput } from '../../contract/inputs.ts';
import type { Times } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { runSorts } from '../../contract/run-sorts.ts';
import { shownVerdict, verdictSigns } from '../../contract/verdict-words.ts';
import { durationOfMs, percentOf } from '../../lib/figures.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { moment } from '../render/moment.ts';
import { type Paint, paintTone } from '../render/paint.ts';
import { type Align, lineWidth, renderTable } from '../render/table.ts';
import { knownTools } from '../run/guess-tool.ts';
import { listRuns } from '../service/list-runs.ts';
import { openClient } from '../service/open-client.ts';
import { readTimes, timesFlag } from '../times-flag.ts';

const states = [
  'queued',
  'running',
  'finished',
  'passed',
  'failed',
  'finished_with_errors',
  'broken',
  'doubtful',
] as const;

export const ls: Command = {
  name: 'ls',
  summary: 'List runs, newest first.',
  usage: ['[options]'],
  options: clientOptions,
  flags: {
    text: { value: 'text', sentence: 'Only runs with this text in name, notes, tags or id.' },
    project: { value: 'name', short: 'p', sentence: 'Only runs of this project.' },
    tag: { value: 'tag', sentence: 'Only runs with this tag.' },
    state: {
      value: 'state',
      choices: states,
      sentence: `Only runs with this state or verdict: ${states.join(', ')}.`,
    },
    tool: { value: 'tool', suggests: knownTools, sentence: 'Only runs of this tool.' },
    times: timesFlag,
    sort: {
      value: 'column',
      suggests: runSorts.flatMap((name) => [name, `-${name}`]),
      sentence: `Sort by ${runSorts.join(', ')}; a leading - sorts descending. Default: -created.`,
    },
    limit: { value: 'n', short: 'n', sentence: 'Maximum number of runs. Default: 20.' },
    json: { sentence: 'Print the runs as a JSON array.' },
  },
  examples: [
    { line: 'spate ls --state running', does: 'list running runs' },
    { line: 'spate ls --project shop --sort -p95', does: 'slowest runs first' },
    { line: `spate ls --project shop --limit 1 --json | jq -r '.[0].permalink'`, does: 'for scripts' },
  ],
  run,
};

async function run({ config, env, flags, terminal }: CommandContext): Promise<number> {
  const limit = readLimit(flags.limit);
  const client = await openClient(config, env);
  const filter = {
    search: flags.text,
    project: flags.project,
    tag: flags.tag,
    tool: flags.tool,
    state: flags.state as RunFilterInput['state'],
    times: readTimes(flags),
    sort: readSort(flags.sort),
  };
  const runs: RunResource[] = [];
  for await (const one of listRuns(client, filter)) {
    runs.push(one);
    if (runs.length === limit) break;
  }
  if (flags.json !== undefined) terminal.say(JSON.stringify(runs, null, 2));
  else if (runs.length === 0) terminal.note('No runs found. Start one: spate run plan.jmx.');
  else terminal.say(renderRuns(runs, filter.times, terminal));
  return 0;
}

function renderRuns(
  runs: readonly RunResource[],
  times: Times,
  { paint, columns }: CommandContext['terminal'],
): string {
  const rows = runs.map((one) => [
    one.uuid.slice(0, 8),
    stateOf(one, paint),
    moment(one.created),
    one.tool,
    one.project,
    one.figures === null ? '–' : durationOfMs(one.figures.p95),
    one.figures === null ? '–' : failedOf(one.figures),
    one.name ?? one.test?.name ?? '–',
  ]);
  const headings = [
    'id',
    'state',
    'created (UTC)',
    'tool',
    'project',
    times === 'passed' ? 'p95' : `p95 (${times})`,
    'failed',
    'name',
  ];
  const align: Align[] = ['left', 'left', 'left', 'left', 'left', 'right', 'right', 'left'];
  return renderTable(headings, rows, align, { most: lineWidth(columns), shrinks: [3, 4, 7], drops: [3, 4] });
}

/** Computed from the exact counts: never 0 % if samples failed. */
function failedOf({ samples, failed }: NonNullable<RunResource['figures']>): string {
  return percentOf(failed, samples);
}

function stateOf({ verdict, phase }: RunResource, paint: Paint): string {
  if (verdict === null) return phase.replaceAll('_', ' ');
  const { tone, word } = verdict;
  return paintTone(paint, tone)(`${verdictSigns[tone]} ${shownVerdict[word].toLowerCase()}`);
}

function readSort(given: string | undefined): RunFilterInput['sort'] {
  const known = runSorts.flatMap((name) => [name, `-${name}` as const]);
  const found = known.find((each) => each === given);
  if (given === undefined || found) return found;
  throw new CliError(`Invalid value for --sort: "${given}".`, `Use one of: ${known.join(', ')}.`);
}

function readLimit(given = '20'): number {
  if (/^[1-9]\d*$/.test(given)) return Number(given);
  throw new CliError(`Invalid value for --limit: "${given}".`, 'Use a positive integer.');
}
