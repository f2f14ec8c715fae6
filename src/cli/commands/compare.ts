import { CliError } from '../cli-error.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { parseDuration } from '../durations.ts';
import { judgeComparison } from '../outcome/judge-comparison.ts';
import { renderComparison } from '../render/comparison.ts';
import { openClient } from '../service/open-client.ts';
import { resolveRun } from '../service/resolve-run.ts';
import { readTimes, timesFlag } from '../times-flag.ts';

export const compare: Command = {
  name: 'compare',
  summary: 'Compare runs and show significant differences.',
  usage: ['BASELINE ID [ID …] [options]'],
  options: clientOptions,
  flags: {
    from: { value: 'time', sentence: 'Start of the range, relative to the start of each run, such as 30s.' },
    to: { value: 'time', sentence: 'End of the range.' },
    times: timesFlag,
    all: { sentence: 'Show all labels, not only those with a significant difference.' },
    'fail-if-worse': {
      sentence:
        'Exit with code 2 if a run is significantly worse than the baseline, 1 if there are too few samples.',
    },
    json: { sentence: 'Print the comparison as JSON.' },
  },
  about: idSentence,
  examples: [
    { line: 'spate compare k3Xw last', does: 'compare the latest run with an earlier one' },
    {
      line: 'spate compare k3Xw p9Qd --from 1m --fail-if-worse',
      does: 'exclude the warm-up; use as a gate in CI',
    },
  ],
  run,
};

async function run({ args, config, env, flags, terminal }: CommandContext): Promise<number> {
  if (args.length < 2)
    throw new CliError('At least two runs are required.', 'Usage: spate compare BASELINE ID');
  const client = await openClient(config, env);
  const ids: string[] = [];
  for (const text of args) ids.push((await resolveRun(text, client)).uuid);
  if (new Set(ids).size < ids.length)
    throw new CliError('A run cannot be compared with itself.', 'Give two different runs.');
  const range = {
    ...(flags.from !== undefined && { from: parseDuration(flags.from, '--from') }),
    ...(flags.to !== undefined && { to: parseDuration(flags.to, '--to') }),
    times: readTimes(flags),
  };
  const comparison = await client.runs.compare(ids, range);
  const isJson = flags.json !== undefined;
  terminal.say(
    isJson
      ? JSON.stringify(comparison, null, 2)
      : renderComparison(comparison, {
          paint: terminal.paint,
          isEveryLabel: flags.all !== undefined,
          columns: terminal.columns,
        }),
  );
  return flags['fail-if-worse'] === undefined ? 0 : judgeComparison(comparison);
}
