import { useRef } from 'preact/hooks';
import type { Times } from '../../../contract/resources/report.ts';
import type { TrendsResource } from '../../../contract/resources/trend.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { niceTop } from '../../charts/time-ticks.ts';
import { Part } from '../../components/part.tsx';
import { count, rate, threeDigits, time, whole } from '../../format/figures.ts';
import { local } from '../../format/moments.ts';
import type { Filter } from './run-filter.ts';

type TrendRun = TrendsResource['runs'][number];

/** More points would be too close to click. */
const maxPoints = 40;

interface Metric {
  name: string;
  colour: string;
  /** Null if the run does not have the metric. */
  pick: (run: TrendRun) => number | null;
  format: (value: number) => string;
}

const metricsOf = (times: Times): Metric[] => [
  {
    name: times === 'passed' ? 'p95' : `p95 (${times})`,
    colour: '--p95',
    pick: ({ p95 }) => p95,
    format: time,
  },
  {
    name: 'Error rate',
    colour: '--bad',
    pick: (run) => run.error_rate,
    format: (value) => `${threeDigits(value)} %`,
  },
  { name: 'Throughput', colour: '--rate', pick: ({ throughput }) => throughput, format: rate },
];

interface TrendsProps {
  filter: Filter;
  project: string;
  title: string;
  /** Samples that the response times cover. */
  times: Times;
  round: number;
}

/** Trend of a test over its runs; each point links to its run. */
export function Trends({ filter, project, title, times, round }: TrendsProps) {
  const trends = useLoaded(
    (signal) => api.runs.trends({ ...filter, project, times }, { signal }),
    [filter.search, filter.tag, filter.tool, filter.state, filter.test, project, times, round],
  );
  const runs = trends.value?.runs.slice(-maxPoints) ?? [];
  if (!trends.value || runs.length < 2) return null;
  const { total } = trends.value;
  const which =
    runs.length < total
      ? `newest ${whole(runs.length)} of ${count(total, 'finished run')}`
      : count(total, 'finished run');
  return (
    <Part
      title={title}
      aside={
        <span class="soft">
          {which}, oldest first
          {runs.some(({ passed }) => passed === false) && '; rings mark failed runs'}
        </span>
      }
    >
      <div class="trends">
        {metricsOf(times).map((metric) => (
          <TrendChart key={metric.name} metric={metric} runs={runs} />
        ))}
      </div>
    </Part>
  );
}

function TrendChart({ metric, runs }: { metric: Metric; runs: readonly TrendRun[] }) {
  const { name, colour, pick, format } = metric;
  const field = useRef<HTMLDivElement>(null);
  const values = runs.map(pick);
  const top = niceTop(Math.max(0, ...values.filter((value) => value !== null)));
  const written = (value: number | null | undefined) => (value == null ? '–' : format(value));
  const last = written(values.at(-1));
  const x = (index: number) => (index / Math.max(1, runs.length - 1)) * 100;
  const y = (value: number) => 100 - (value / top) * 100;
  // A run without a value is a gap.
  const path = values
    .map((value, index) =>
      value === null ? '' : `${values[index - 1] == null ? 'M' : 'L'}${x(index)} ${y(value)}`,
    )
    .join('');
  // One tab stop; arrow keys move between points.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const points = [...(field.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const here = points.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || here < 0) return;
    event.preventDefault();
    points[here + step]?.focus();
  };
  return (
    <figure class="trend">
      <figcaption>
        <span class="title">{name}</span> <b>{last}</b> <span class="soft">latest</span>
      </figcaption>
      <div class="field">
        <span class="top soft">{format(top)}</span>
        <span class="zero soft">0</span>
        {/* biome-ignore lint/a11y/useSemanticElements: a group of links, not a form group. */}
        <div
          ref={field}
          class="points"
          role="group"
          aria-label={`${name} per run, ${written(values[0])} to ${last}. Use the arrow keys to move between runs.`}
          onKeyDown={onKeyDown}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={path} style={{ stroke: `var(${colour})` }} />
          </svg>
          {runs.map((run, index) => {
            const value = values[index];
            if (value == null) return null;
            return (
              <a
                key={run.uuid}
                href={`/app/runs/${run.uuid}`}
                class={run.passed === false ? 'failed' : undefined}
                tabIndex={index === runs.length - 1 ? 0 : -1}
                style={{ left: `${x(index)}%`, top: `${y(value)}%`, '--dot': `var(${colour})` }}
                title={pointName(run, name, format(value))}
              >
                <span class="hidden">{pointName(run, name, format(value))}</span>
              </a>
            );
          })}
        </div>
      </div>
    </figure>
  );
}

function pointName(run: TrendRun, metric: string, value: string): string {
  const verdict = run.passed === null ? '' : run.passed ? ', passed' : ', failed';
  return `${run.name ?? run.uuid}: ${metric} ${value}${verdict}, ${local(new Date(run.started ?? run.stopped))}`;
}
