import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { installCommand } from '../../src/cli/system/install.ts';
import type { NeedName } from '../../src/cli/system/needs.ts';
import { machineLimitOf } from './machine-limits.ts';
import { failureText, type Tally } from './reporter.ts';
import type { FileResult } from './run-file.ts';

const slowestShown = 10;

/** One line per finished file. */
export function fileLine(root: string, result: FileResult): string {
  const { isGreen, passed, tests, skipped } = result;
  const rest = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
  return `${isGreen ? '✔' : '✖'} ${relative(root, result.file)}  ${passed} of ${tests} passed${rest}  (${times(result)})`;
}

/** Failures once more, because hundreds of lines may follow their first report, and counts in the format of node's reporters. */
export function summaryOf({ tests, passed, failed, cancelled, skipped, failures }: Tally): string {
  return [
    ...(failures.length > 0 ? ['', 'Failed:', ...failures.map(failureText), ''] : []),
    `# tests ${tests}`,
    `# pass ${passed}`,
    `# fail ${failed}`,
    `# cancelled ${cancelled}`,
    `# skipped ${skipped.length}`,
  ].join('\n');
}

export function timesOf(
  root: string,
  results: readonly FileResult[],
  wallS: number,
  busy: { average: number; middle: number },
): string {
  const cores = availableParallelism();
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const slowest = results.toSorted((a, b) => b.wallS - a.wallS).slice(0, slowestShown);
  return [
    `${results.length} files in ${minutes(wallS)}; ${cores} cores were ${percent(busy.average)} busy, ${percent(busy.middle)} from 10 % to 80 % of the time of the files.`,
    'Slowest files:',
    ...slowest.map((result) => `  ${relative(root, result.file)}  ${times(result)}`),
  ].join('\n');
}

/** Skipped tests that CI=true accepts, by the limit of the machine; empty without any. */
export function limitLines(skipped: Tally['skipped']): string[] {
  const byLimit = Map.groupBy(skipped, ({ reason }) => machineLimitOf(reason) ?? '');
  return [...byLimit].flatMap(([limit, tests]) =>
    limit === ''
      ? []
      : [
          `Accepted: ${tests.length} tests were skipped because ${limit}:`,
          ...tests.map(({ name, reason }) => `  ${name}${reason.slice(limit.length)}`),
        ],
  );
}

export function skippedBanner(skipped: Tally['skipped'], missing: NeedName[]): string {
  const rule = '!'.repeat(78);
  const command = missing.length > 0 ? installCommand(missing) : null;
  return [
    rule,
    `!!! ${skipped.length} tests were SKIPPED, so this run is incomplete:`,
    ...skipped.map(({ name, reason }) => `!!!   ${name} (${reason})`),
    ...(command === null ? [] : ['!!! To run them:', `!!!   ${command}`]),
    rule,
  ].join('\n');
}

function times({ wallS, processorS }: FileResult): string {
  const processor = processorS === undefined ? '' : `, ${processorS.toFixed(1)} s processor time`;
  return `${wallS.toFixed(1)} s${processor}`;
}

function minutes(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
