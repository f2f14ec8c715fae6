import type { RunResource } from '../../../contract/resources/run.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/states.tsx';
import { exactTime, percent, rate, time } from '../../format/figures.ts';
import { ago, localAndUtc } from '../../format/moments.ts';
import { RunState } from '../runs/run-state.tsx';
import { baselineWords } from './baseline-words.ts';

interface HistoryProps {
  runs: readonly RunResource[];
  /** Id of the pinned run. */
  baseline: string | null;
  /** Absent for viewers; an empty id removes the baseline. */
  onPin: ((runId: string) => void) | undefined;
}

/** Runs of a test, the newest first; one of them can be pinned as baseline. */
export function History({ runs, baseline, onPin }: HistoryProps) {
  if (runs.length === 0) return <Empty title="No runs" />;
  const columns: Column<RunResource>[] = [
    {
      key: 'name',
      name: 'Run',
      isText: true,
      cell: (run) => (
        <a href={`/app/runs/${run.uuid}`}>{run.name ?? <span class="id">{run.uuid.slice(0, 8)}</span>}</a>
      ),
    },
    { key: 'state', name: 'State', isText: true, cell: (run) => <RunState run={run} /> },
    {
      key: 'p95',
      name: 'p95',
      cell: ({ figures }) => figures && time(figures.p95),
      title: ({ figures }) => exactTime(figures?.p95),
    },
    {
      key: 'errors',
      name: 'Errors',
      cell: ({ figures }) => figures && percent(figures.failed, figures.samples),
    },
    { key: 'throughput', name: 'Throughput', cell: ({ figures }) => figures && rate(figures.throughput) },
    { key: 'plan', name: 'Plan version', cell: ({ test }) => test?.plan_version ?? '–' },
    {
      key: 'baseline',
      name: 'Against baseline',
      isText: true,
      cell: (run) => <AgainstBaseline run={run} baseline={baseline} onPin={onPin} />,
      title: (run) => run.baseline?.sentence,
    },
    {
      key: 'started',
      name: 'Started',
      cell: ({ started, created }) => ago(new Date(started ?? created), new Date()),
      title: ({ started, created }) => localAndUtc(new Date(started ?? created)),
    },
  ];
  return (
    <DataTable
      caption="Runs of the test"
      columns={columns}
      count={runs.length}
      rowAt={(index) => runs[index]}
      keyOf={(run) => run.uuid}
    />
  );
}

function AgainstBaseline({ run, baseline, onPin }: { run: RunResource } & Omit<HistoryProps, 'runs'>) {
  const isBaseline = run.uuid === baseline;
  return (
    <>
      {isBaseline ? <b>Baseline</b> : run.baseline && <span>{baselineWords[run.baseline.verdict]}</span>}{' '}
      {onPin && run.status === 'finished' && (
        <button type="button" class="link" onClick={() => onPin(isBaseline ? '' : run.uuid)}>
          {isBaseline ? 'Remove' : 'Set as baseline'}
        </button>
      )}
    </>
  );
}
