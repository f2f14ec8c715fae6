import type { Times } from '../../../contract/resources/report.ts';
import type { LabelsResource } from '../../../contract/resources/view.ts';
import { samplesTimed } from '../../../contract/sample-kinds.ts';
import { Spark } from '../../charts/spark.tsx';
import type { Column } from '../../components/data-table.tsx';
import { count as counted, exactTime, percent, rate, time, whole } from '../../format/figures.ts';

/** Figures of one label, or of all labels together. */
export type LabelRow = Omit<LabelsResource['labels'][number], 'spark_p95' | 'spark_failed'> & {
  spark_p95?: LabelsResource['labels'][number]['spark_p95'];
};

interface LabelColumnsOptions {
  /** Samples for response times. */
  times: Times;
  selected?: string | undefined;
  /** Labels are plain text without it. */
  onSelect?: (row: LabelRow) => void;
  hasSparks?: boolean;
  /** With times from the intended start. */
  hasIntended?: boolean;
}

const fewSamples = 100;

const sparks: Column<LabelRow> = {
  key: 'spark',
  name: 'p95 over time',
  cell: (row) => <Spark values={row.spark_p95 ?? []} colour="--p95" />,
};

const intended = (percentile: string, times: Times): Column<LabelRow> => {
  const of = (row: LabelRow) => row.from_intended_start?.percentiles[percentile];
  return {
    key: `intended_p${percentile}`,
    name: `p${percentile} intended`,
    cell: (row) => <Time ms={of(row)} row={row} times={times} />,
    title: (row) => exactTime(of(row)),
  };
};

/** Columns of the label table. */
export function labelColumns({
  times,
  selected,
  onSelect,
  hasSparks = true,
  hasIntended = false,
}: LabelColumnsOptions): Column<LabelRow>[] {
  const percentile = (key: string): Column<LabelRow> => ({
    key: `p${key}`,
    name: `p${key}`,
    sorts: 'down',
    cell: (row) => <Time ms={row.percentiles[key]} row={row} times={times} />,
    title: (row) => exactTime(row.percentiles[key]),
  });
  return [
    {
      key: 'label',
      name: 'Label',
      isText: true,
      sorts: 'up',
      cell: (row) =>
        onSelect ? (
          <button
            type="button"
            class="link"
            aria-pressed={row.label === selected}
            onClick={() => onSelect(row)}
          >
            {row.label}
          </button>
        ) : (
          row.label
        ),
      title: (row) => (onSelect ? `Show charts of ${row.label}` : undefined),
    },
    { key: 'samples', name: 'Samples', sorts: 'down', cell: (row) => whole(row.passed + row.failed) },
    {
      key: 'error_rate',
      name: 'Errors',
      sorts: 'down',
      cell: (row) =>
        row.failed === 0 ? (
          <span class="soft">0 %</span>
        ) : (
          <span class="bad">✕ {percent(row.failed, row.passed + row.failed)}</span>
        ),
      title: (row) => `${whole(row.failed)} failed, ${row.error_rate} %`,
    },
    {
      key: 'throughput',
      name: 'Throughput',
      sorts: 'down',
      cell: (row) => rate(row.requests_per_minute / 60),
    },
    {
      key: 'mean',
      name: 'Mean',
      sorts: 'down',
      cell: (row) => time(row.mean),
      title: (row) => exactTime(row.mean),
    },
    percentile('50'),
    percentile('90'),
    percentile('95'),
    percentile('99'),
    {
      key: 'max',
      name: 'Max',
      sorts: 'down',
      cell: (row) => time(row.max),
      title: (row) => exactTime(row.max),
    },
    ...(hasIntended ? ['50', '95', '99'].map((each) => intended(each, times)) : []),
    ...(hasSparks ? [sparks] : []),
  ];
}

/** Marks percentiles of few samples. */
function Time({ ms, row, times }: { ms: number | undefined; row: LabelRow; times: Times }) {
  const samples = samplesTimed(row, times);
  if (ms === undefined || samples >= fewSamples) return <>{time(ms)}</>;
  return (
    <span class="doubt" title={`Only ${counted(samples, `${times} sample`)}`}>
      △ {time(ms)}
    </span>
  );
}
