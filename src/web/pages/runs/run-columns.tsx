import type { Times } from '../../../contract/resources/report.ts';
import type { RunResource } from '../../../contract/resources/run.ts';
import { runTitle } from '../../../contract/run-title.ts';
import { samplesTimed } from '../../../contract/sample-kinds.ts';
import type { Column } from '../../components/data-table.tsx';
import { count, exactTime, percent, rate, time, whole } from '../../format/figures.ts';
import { ago, local, span, utc } from '../../format/moments.ts';
import { setFilter } from './filters.tsx';
import { maxCompared } from './run-filter.ts';
import { RunState } from './run-state.tsx';

const fewSamples = 100;

/** Columns of the run list; the checkbox selects a run for comparison. */
export function columnsFor(
  picked: readonly string[],
  toggle: (id: string) => void,
  times: Times,
): Column<RunResource>[] {
  const isFull = picked.length >= maxCompared;
  return [
    {
      key: 'name',
      name: 'Run',
      isText: true,
      sorts: 'up',
      cell: (run) => (
        <span class="run-name">
          <input
            type="checkbox"
            checked={picked.includes(run.uuid)}
            disabled={isFull && !picked.includes(run.uuid)}
            onChange={() => toggle(run.uuid)}
            aria-label={`Select ${runTitle(run)} for comparison`}
          />
          <a href={`/app/runs/${run.uuid}`}>{runTitle(run)}</a>
        </span>
      ),
      title: (run) => `${runTitle(run)} (${run.uuid})`,
    },
    { key: 'state', name: 'State', isText: true, cell: (run) => <RunState run={run} /> },
    {
      key: 'p95',
      name: times === 'passed' ? 'p95' : `p95 (${times})`,
      // The service sorts by passed samples.
      ...(times === 'passed' ? { sorts: 'down' as const } : {}),
      cell: ({ figures }) => figures && <Time figures={figures} times={times} />,
      title: ({ figures }) => exactTime(figures?.p95),
    },
    { key: 'errors', name: 'Errors', sorts: 'down', cell: (run) => <Errors run={run} />, title: errorTitle },
    {
      key: 'throughput',
      name: 'Throughput',
      sorts: 'down',
      cell: ({ figures }) => figures && rate(figures.throughput),
      title: ({ figures }) => (figures ? count(figures.samples, 'sample') : undefined),
    },
    { key: 'threads', name: 'Load', sorts: 'down', cell: (run) => <span class="soft">{loadOf(run)}</span> },
    { key: 'project', name: 'Project', isText: true, sorts: 'up', cell: (run) => run.project },
    {
      key: 'tool',
      name: 'Tool',
      isText: true,
      sorts: 'up',
      cell: (run) => <span class="soft">{run.tool}</span>,
    },
    {
      key: 'tags',
      name: 'Tags',
      isText: true,
      cell: (run) =>
        run.tag_list.map((tag) => (
          <button
            key={tag}
            type="button"
            class="tag"
            title={`Show only runs tagged ${tag}`}
            onClick={() => setFilter({ tag })}
          >
            {tag}
          </button>
        )),
    },
    {
      key: 'created',
      name: 'Started',
      sorts: 'down',
      cell: ({ started, created }) => ago(new Date(started ?? created), new Date()),
      title: ({ started, created }) => {
        const at = new Date(started ?? created);
        return `${local(at)}, ${utc(at)}`;
      },
    },
  ];
}

function Errors({ run: { figures } }: { run: RunResource }) {
  if (!figures) return null;
  if (figures.failed === 0) return <span class="soft">0 %</span>;
  return <span class="bad">✕ {percent(figures.failed, figures.samples)}</span>;
}

function errorTitle({ figures }: RunResource): string | undefined {
  return figures ? `${whole(figures.failed)} of ${whole(figures.samples)} failed` : undefined;
}

/** Marks percentiles of few samples. */
function Time({ figures, times }: { figures: NonNullable<RunResource['figures']>; times: Times }) {
  const { p95: ms, samples, failed } = figures;
  const timed = samplesTimed({ passed: samples - failed, failed }, times);
  if (ms === null || timed >= fewSamples) return <>{time(ms)}</>;
  return (
    <span class="doubt" title={`Only ${count(timed, `${times} sample`)}`}>
      △ {time(ms)}
    </span>
  );
}

function loadOf({ threads, duration }: RunResource): string {
  return [threads === null ? '' : `${whole(threads)} ×`, duration === null ? '' : span(duration)]
    .filter((part) => part !== '')
    .join(' ');
}
