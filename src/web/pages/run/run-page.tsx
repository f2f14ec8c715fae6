import { useEffect, useMemo } from 'preact/hooks';
import { runTitle } from '../../../contract/run-title.ts';
import { api } from '../../app/api.ts';
import { pageLocation, setParams } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { createChartGroup } from '../../charts/chart-group.ts';
import { SignIn } from '../../components/sign-in.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { TimesChoice } from '../../components/times-choice.tsx';
import './run.css';
import { Actions } from './actions.tsx';
import { Annotations } from './annotations.tsx';
import { Engine } from './engine.tsx';
import { Errors } from './errors.tsx';
import { Facts } from './facts.tsx';
import { Files } from './files.tsx';
import { Imported } from './imported.tsx';
import { LabelStrip } from './label-strip.tsx';
import { Labels } from './labels.tsx';
import { LiveStatus } from './live-status.tsx';
import { Log } from './log.tsx';
import { marksOf } from './marks-of.ts';
import { measuredState } from './measured-state.ts';
import { Nodes } from './nodes.tsx';
import { Notes } from './notes.tsx';
import { RangeBar } from './range-bar.tsx';
import { Receipt } from './receipt.tsx';
import { readRange } from './run-address.ts';
import { RunCharts } from './run-charts.tsx';
import { TargetMetrics } from './target-metrics.tsx';
import { useRun } from './use-run.ts';
import { Verdict } from './verdict.tsx';
import { Waiting } from './waiting.tsx';

/** Page of one run. The selected range applies to all sections. */
export default function RunPage({ params }: PageProps) {
  const runId = params.runId ?? '';
  const address = pageLocation.value.params;
  const range = readRange(address);
  const label = address.get('label') ?? undefined;
  const run = useRun(runId, range, label);
  const group = useMemo(
    () =>
      createChartGroup({
        onSelect: ({ fromS, toS }) =>
          setParams({ from: String(Math.max(0, fromS)), to: String(toS) }, 'push'),
        onClear: () => setParams({ from: undefined, to: undefined }, 'push'),
      }),
    [runId],
  );
  const annotations = useLoaded((signal) => api.runs.annotations(runId, { signal }), [runId, run.round]);
  const start = run.charts.value?.range.start ?? 0;
  const marks = useMemo(
    () => marksOf(annotations.value?._embedded.annotations ?? [], start),
    [annotations.value, start],
  );
  const view = run.view.value;
  useEffect(() => {
    if (view) document.title = `${runTitle(view)} · Spate`;
  }, [view && runTitle(view)]);

  if (run.view.error?.status === 401) return <SignIn />;
  if (!view && run.view.error) return <Failed error={run.view.error} retry={run.view.reload} />;
  if (!view) return <Loading what="run" lines={8} />;
  const { is_member: isMember } = view.access;
  const measured = measuredState(view);
  return (
    <article class="run">
      <header class="head">
        <h1>{runTitle(view)}</h1>
        {view.access.may_change && (
          <Actions view={view} onEdit={run.view.reload} onStop={run.reloadUnlessLive} />
        )}
        <Facts view={view} />
        {view.imported !== null && <Imported origin={view.imported} />}
        <Engine view={view} />
        {view.notes !== null && <Notes text={view.notes} />}
      </header>
      <Verdict view={view}>
        <LiveStatus view={view} run={run} />
      </Verdict>
      {view.baseline !== null && (
        <p>
          <a href={`/app/compare?runs=${view.baseline.run},${view.uuid}`}>Comparison with the baseline</a>
        </p>
      )}
      <RangeBar range={view.range} label={label} />
      {measured === 'not-yet' && <Waiting view={view} round={run.round} />}
      {measured === 'not-here' && (
        <p class="soft">No samples in this range{view.status === 'finished' ? '' : ' so far'}.</p>
      )}
      {measured === 'some' && (
        <>
          {(view.total.failed > 0 || view.times !== 'passed') && <TimesChoice times={view.times} />}
          <LabelStrip runId={runId} view={view} charts={run.charts.value} label={label} />
          <RunCharts
            runId={runId}
            charts={run.charts}
            group={group}
            round={run.round}
            range={range}
            label={label}
            codes={view.total.codes ?? undefined}
            marks={marks}
          />
          {isMember && run.charts.value && (
            <TargetMetrics
              runId={runId}
              charts={run.charts.value}
              group={group}
              marks={marks}
              round={run.round}
            />
          )}
          <Annotations
            runId={runId}
            loaded={annotations}
            start={start}
            isActive={view.status !== 'finished'}
            mayChange={view.access.may_change && view.imported === null && run.charts.value !== undefined}
          />
          <Labels
            runId={runId}
            range={range}
            round={run.round}
            total={view.total}
            count={view.label_count}
            label={label}
          />
        </>
      )}
      <Errors view={view} label={label} />
      <Nodes view={view} />
      <Receipt view={view} />
      {isMember && <Files view={view} />}
      {isMember && view.imported === null && (
        <Log runId={runId} round={run.round} isActive={view.status !== 'finished'} />
      )}
    </article>
  );
}
