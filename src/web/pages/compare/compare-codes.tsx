import { Fragment } from 'preact';
import { type ComparedCode, codeChange, compareCodes } from '../../../contract/compare-codes.ts';
import type { ComparisonResource } from '../../../contract/resources/comparison.ts';
import type { ChartGroup, TimeRange } from '../../charts/chart-group.ts';
import type { ChartLine } from '../../charts/chart-props.ts';
import { Swatch } from '../../charts/swatch.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { Part } from '../../components/part.tsx';
import { rate, threeDigits, whole } from '../../format/figures.ts';
import { codeClasses } from '../run/code-lines.ts';
import type { Aligned } from './align-columns.ts';
import { nameOf } from './compared-runs.tsx';
import { lineOf } from './run-line.ts';

interface CompareCodesProps {
  runs: ComparisonResource['runs'];
  times: number[];
  /** One line per run. */
  lines: (column: Parameters<Aligned['values']>[0]) => ChartLine[];
  range: TimeRange;
  group: ChartGroup;
}

/** Response codes of the runs: their shares, and each class over time. Nothing if all samples have the code 200. */
export function CompareCodes({ runs, times, lines, range, group }: CompareCodesProps) {
  const codes = compareCodes(runs.map(({ total }) => total));
  if (codes.length === 0) return null;
  const charts = codeClasses
    .map(({ name, column }) => ({ name, lines: lines(column) }))
    .filter((chart) => chart.lines.some(({ values }) => values.some((value) => value)));
  return (
    <Part title="Response codes" aside={<span class="soft">Share of all samples</span>}>
      <CodeTable runs={runs} codes={codes} />
      <div class="chart-sheet">
        {charts.map((chart, index) => (
          <TimeChart
            key={chart.name}
            title={chart.name === 'other' ? 'Other codes' : chart.name}
            times={times}
            lines={chart.lines}
            range={range}
            group={group}
            format={rate}
            height={124}
            hasTimeAxis={index === charts.length - 1}
          />
        ))}
      </div>
    </Part>
  );
}

function CodeTable({ runs, codes }: { runs: ComparisonResource['runs']; codes: readonly ComparedCode[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable scroll container, not a form group.
    <div
      class="table figures"
      role="group"
      aria-label="Response codes of the runs, as a table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col" class="text">
              Code{' '}
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
          {codes.map((code) => (
            <tr key={code.name}>
              <th scope="row" class="text">
                {code.name}
              </th>
              {code.ofRuns.map((share, index) => (
                <Fragment key={runs[index]?.uuid}>
                  <td
                    title={share ? `${whole(share.passed)} passed, ${whole(share.failed)} failed` : undefined}
                  >
                    {share ? `${threeDigits(share.percent)} %` : '–'}
                  </td>
                  {index > 0 && <td class="text">{changeText(codeChange(code, 0, index))}</td>}
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function changeText(change: number | null): string {
  if (change === null) return '';
  const shown = threeDigits(Math.abs(change));
  return change === 0 ? 'equal' : `${change > 0 ? '+' : '−'}${shown} pts`;
}
