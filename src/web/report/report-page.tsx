import type { ReportPage as ReportPageData } from '../../contract/report-page.ts';
import { runTitle } from '../../contract/run-title.ts';
import { StaticChart } from '../charts/static-chart.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Part } from '../components/part.tsx';
import { count } from '../format/figures.ts';
import { utc } from '../format/moments.ts';
import { AnnotationList } from '../pages/run/annotation-list.tsx';
import { ChartStack } from '../pages/run/chart-stack.tsx';
import { CodeTable } from '../pages/run/code-table.tsx';
import { Engine } from '../pages/run/engine.tsx';
import { ErrorTable } from '../pages/run/error-table.tsx';
import { Facts } from '../pages/run/facts.tsx';
import { Imported } from '../pages/run/imported.tsx';
import { IntendedNote } from '../pages/run/intended-note.tsx';
import { type LabelRow, labelColumns } from '../pages/run/label-columns.tsx';
import { marksOf } from '../pages/run/marks-of.ts';
import { measuredState } from '../pages/run/measured-state.ts';
import { NodeLog } from '../pages/run/node-log.tsx';
import { Nodes } from '../pages/run/nodes.tsx';
import { Notes } from '../pages/run/notes.tsx';
import { Receipt } from '../pages/run/receipt.tsx';
import { Strip } from '../pages/run/strip.tsx';
import { TargetMetricCharts } from '../pages/run/target-metric-charts.tsx';
import { trimPartialTail } from '../pages/run/trim-partial-tail.ts';
import { Verdict } from '../pages/run/verdict.tsx';

/** The run page without controls: everything is visible, or opens without scripts. */
export function ReportPage({ page }: { page: ReportPageData }) {
  const { view, labels, otherLabels } = page;
  const isActive = view.status !== 'finished';
  const charts = isActive ? { ...page.charts, columns: trimPartialTail(page.charts.columns) } : page.charts;
  return (
    <main>
      <article class="run">
        <header class="head">
          <h1>{runTitle(view)}</h1>
          <Facts view={view} isReport />
          {view.imported !== null && <Imported origin={view.imported} />}
          <Engine view={view} />
          {view.notes !== null && <Notes text={view.notes} isWhole />}
        </header>
        <Verdict view={view}>
          <p class="soft">As of {utc(new Date(view.as_of))}. The run is active.</p>
        </Verdict>
        {measuredState(view) === 'some' && (
          <>
            <Strip view={view} charts={charts} recent={null} />
            <p class="summary">{view.summary}</p>
            <section class="part charts" aria-label="Charts">
              <header>
                <h2>Over time</h2>
              </header>
              <ChartStack
                charts={charts}
                times={view.times === 'passed' ? undefined : view.times}
                codes={view.total.codes ?? undefined}
                marks={marksOf(page.annotations, charts.range.start)}
                chart={(content) => <StaticChart {...content} />}
              />
            </section>
            {page.targetMetrics.length > 0 && (
              <Part title="Target metrics">
                <TargetMetricCharts
                  metrics={page.targetMetrics}
                  start={charts.range.start}
                  range={{
                    fromS: charts.range.from,
                    toS: Math.max(charts.range.to, (charts.columns.time.at(-1) ?? 0) + charts.step),
                  }}
                  marks={marksOf(page.annotations, charts.range.start)}
                  chart={(content) => <StaticChart key={content.title} {...content} />}
                />
              </Part>
            )}
            {page.annotations.length > 0 && (
              <Part title="Annotations">
                <AnnotationList annotations={page.annotations} start={charts.range.start} />
              </Part>
            )}
            <Part title="Labels" aside={<span class="soft">{count(labels.length, 'label')}</span>}>
              <LabelTable labels={labels} total={view.total} times={view.times} hasSparks />
              <IntendedNote total={view.total} />
              {otherLabels.map((other) => (
                <details key={other.times}>
                  <summary>Response times of {other.times} samples, for labels with failures</summary>
                  <LabelTable labels={other.labels} times={other.times} />
                </details>
              ))}
            </Part>
          </>
        )}
        {measuredState(view) === 'some' && <CodeTable total={view.total} />}
        {view.errors.length > 0 && <ErrorTable view={view} errors={view.errors} all={view.error_count} />}
        <Nodes view={view} />
        <Receipt view={view} />
        {page.logs.length > 0 && (
          <Part title="Log">
            <details class="log">
              <summary>Last log lines of each node</summary>
              {page.logs.map((log) => (
                <NodeLog key={`${log.grid} ${log.node}`} log={log} />
              ))}
            </details>
          </Part>
        )}
      </article>
    </main>
  );
}

interface LabelTableProps {
  labels: readonly LabelRow[];
  /** Figures of all labels together. */
  total?: LabelRow;
  times: ReportPageData['view']['times'];
  hasSparks?: boolean;
}

function LabelTable({ labels, total, times, hasSparks = false }: LabelTableProps) {
  return (
    <DataTable
      caption={times === 'passed' ? 'Labels' : `Labels, response times of ${times} samples`}
      columns={labelColumns({ times, hasSparks, hasIntended: labels.some(isScheduled) })}
      count={labels.length}
      rowAt={(index) => labels[index]}
      keyOf={(row) => row.label}
      foot={total && labels.length > 1 ? { ...total, label: 'All labels' } : undefined}
      drawsAll
    />
  );
}

const isScheduled = ({ from_intended_start: intended }: LabelRow) => intended !== null;
