import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../../app/api.ts';
import { pageLocation, setParams } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { usePolling } from '../../app/use-polling.ts';
import { createChartGroup } from '../../charts/chart-group.ts';
import { CopyButton } from '../../components/copy.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { TimesChoice } from '../../components/times-choice.tsx';
import { into } from '../../format/moments.ts';
import { readRange } from '../run/run-address.ts';
import { readIds } from '../runs/run-filter.ts';
import { AddRun } from './add-run.tsx';
import './compare.css';
import { CompareCharts } from './compare-charts.tsx';
import { ComparedRuns } from './compared-runs.tsx';
import { ComparisonVerdicts } from './comparison-verdicts.tsx';
import { FiguresTable } from './figures-table.tsx';
import { LabelDifferences } from './label-differences.tsx';

const activeRefreshMs = 10_000;
const idleRefreshMs = 3_600_000;

/** Comparison of two or more runs; the first is the baseline. */
export default function ComparePage(_: PageProps) {
  const { params } = pageLocation.value;
  const ids = useMemo(() => readIds(params.get('runs')), [params.get('runs')]);
  const range = readRange(params);
  const [isActive, setActive] = useState(false);
  const round = usePolling(isActive ? activeRefreshMs : idleRefreshMs);
  const isPair = ids.length >= 2;
  const comparison = useLoaded(isPair ? (signal) => api.runs.compare(ids, range, { signal }) : undefined, [
    ids,
    range.from,
    range.to,
    range.times,
    round,
  ]);
  const singleRun = useLoaded(
    ids.length === 1 ? (signal) => api.runs.get(ids[0] ?? '', { signal }) : undefined,
    [ids],
  );
  const group = useMemo(
    () =>
      createChartGroup({
        onSelect: ({ fromS, toS }) =>
          setParams({ from: String(Math.max(0, fromS)), to: String(toS) }, 'push'),
        onClear: () => setParams({ from: undefined, to: undefined }, 'push'),
      }),
    [],
  );
  const found = isPair ? comparison.value : undefined;
  useEffect(() => setActive(found?.runs.some(({ status }) => status !== 'finished') ?? false), [found]);
  const error = isPair ? comparison.error : singleRun.error;
  const runs = found?.runs ?? (!isPair && singleRun.value ? [singleRun.value] : []);
  const isChosen = (id: string) => runs.some(({ uuid }) => uuid === id);
  const project = runs[0]?.project;
  const hasRange = range.from !== undefined || range.to !== undefined;
  return (
    <article class="compare">
      <header class="head">
        <h1>Compare runs</h1>
        {isPair && <CopyButton text={location.href} what="Copy link" />}
      </header>
      {error && <Failed error={error} retry={isPair ? comparison.reload : singleRun.reload} />}
      {!error && ids.length > 0 && runs.length === 0 && <Loading what="comparison" lines={8} />}
      {runs.length > 0 && <ComparedRuns runs={runs} ids={ids} />}
      <AddRun key={isPair ? 'more' : 'first'} ids={ids} project={project} isOpen={!isPair} />
      {found && ids.every(isChosen) && (
        <>
          <ComparisonVerdicts comparison={found} />
          {(found.times !== 'passed' || found.runs.some(({ total }) => total.failed > 0)) && (
            <TimesChoice times={found.times} />
          )}
          {hasRange && (
            <p class="compare-range">
              Selected range: {into(range.from ?? 0)} to {range.to === undefined ? 'the end' : into(range.to)}{' '}
              of each run.
              <button type="button" class="quiet" onClick={() => group.onClear()}>
                Show whole runs
              </button>
            </p>
          )}
          <FiguresTable comparison={found} />
          <CompareCharts runs={found.runs} range={range} group={group} round={round} />
          <LabelDifferences comparison={found} />
        </>
      )}
    </article>
  );
}
