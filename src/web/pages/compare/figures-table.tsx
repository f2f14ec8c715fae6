import { Fragment } from 'preact';
import type { ComparisonResource, DifferenceResource } from '../../../contract/resources/comparison.ts';
import { Swatch } from '../../charts/swatch.tsx';
import { Part } from '../../components/part.tsx';
import { exactTime, percent, rate, time, whole } from '../../format/figures.ts';
import { span } from '../../format/moments.ts';
import { nameOf } from './compared-runs.tsx';
import { differenceWords, spread } from './difference-words.ts';
import { lineOf } from './run-line.ts';

type Run = ComparisonResource['runs'][number];

interface Row {
  name: string;
  metric?: DifferenceResource['metric'];
  show: (run: Run) => string;
  exact?: (run: Run) => string;
}

const percentile = (key: '50' | '95' | '99'): Row => ({
  name: `p${key}`,
  metric: `p${key}`,
  show: ({ total }) => time(total.percentiles[key]),
  exact: ({ total }) => exactTime(total.percentiles[key]),
});

const rows: Row[] = [
  percentile('50'),
  percentile('95'),
  percentile('99'),
  {
    name: 'Mean',
    metric: 'mean',
    show: ({ total }) => time(total.mean),
    exact: ({ total }) => exactTime(total.mean),
  },
  {
    name: 'Errors',
    metric: 'error_rate',
    show: ({ total }) => percent(total.failed, total.passed + total.failed),
    exact: ({ total }) => `${whole(total.failed)} of ${whole(total.passed + total.failed)}`,
  },
  {
    name: 'Throughput',
    metric: 'throughput',
    show: ({ total }) => rate(total.requests_per_minute / 60),
    exact: ({ total, seconds }) => `${whole(total.passed + total.failed)} samples in ${seconds} s`,
  },
  { name: 'Virtual users, max', show: (run) => whole(run.max_users) },
  { name: 'Apdex', show: ({ apdex }) => (apdex === null ? '–' : apdex.toFixed(2)) },
  { name: 'Samples', show: ({ total }) => whole(total.passed + total.failed) },
  { name: 'Measured duration', show: ({ seconds }) => span(seconds) },
];

/** Metrics side by side, with the differences as judged by the service. */
export function FiguresTable({ comparison: { runs, comparisons } }: { comparison: ComparisonResource }) {
  return (
    <Part title="Summary">
      {/* biome-ignore lint/a11y/useSemanticElements: a focusable scroll container, not a form group. */}
      <div
        class="table figures"
        role="group"
        aria-label="Summary of the runs, as a table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col" class="text">
                Metric{' '}
              </th>
              {runs.map((run, index) => (
                <th
                  key={run.uuid}
                  scope="col"
                  colSpan={index === 0 ? 1 : 2}
                  class={index === 0 ? undefined : 'text'}
                >
                  <Swatch {...lineOf(index)} /> {nameOf(runs, index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, metric, show, exact }) => (
              <tr key={name}>
                <th scope="row" class="text">
                  {name}
                </th>
                {runs.map((run, index) => (
                  <Fragment key={run.uuid}>
                    <td title={exact?.(run)}>{show(run)}</td>
                    {index > 0 && (
                      <td class="text difference">
                        <Difference difference={differenceOf(comparisons, run.uuid, metric)} />
                      </td>
                    )}
                  </Fragment>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}

function differenceOf(
  comparisons: ComparisonResource['comparisons'],
  runId: string,
  metric: Row['metric'],
): DifferenceResource | undefined {
  const judged = comparisons.find((each) => each.run === runId);
  return judged?.total.differences.find((each) => each.metric === metric);
}

function Difference({ difference }: { difference: DifferenceResource | undefined }) {
  if (!difference) return null;
  const { tone, sign, text } = differenceWords(difference);
  const range = spread(difference);
  return (
    <span title={difference.text}>
      <span class={tone}>
        <span aria-hidden="true">{sign}</span> {text}
      </span>
      {range !== undefined && <small class="soft">{range}</small>}
    </span>
  );
}
