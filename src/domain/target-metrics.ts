/** A named PromQL expression. */
export interface MetricQuery {
  name: string;
  expression: string;
}

/** A Prometheus server whose metrics are drawn on the time axis of the runs of a project. */
export interface MetricSource {
  id: string;
  project: { id: number; name: string };
  /** Origin of the address: the rest may be secret. */
  target: string;
  queries: MetricQuery[];
}

/** Times of a range query: `count` points from `startS`, `stepS` apart. */
export interface MetricTimes {
  /** Seconds since 1970. */
  startS: number;
  stepS: number;
  count: number;
}

/** Series of one query for one run; stored as JSON. */
export interface TargetMetricResult {
  startS: number;
  stepS: number;
  /** `values` begin at `startS`; null where there is no sample. */
  series: { name: string; values: (number | null)[] }[];
  /** Why there are no series, or not all. */
  problem: string | null;
}

export interface TargetMetric extends MetricQuery, TargetMetricResult {}

const maxPoints = 600;
const maxSeries = 10;
const maxName = 300;

/** Times of a run; a step is at least 1 s. */
export function metricTimes(startedAt: Date, endedAt: Date): MetricTimes {
  const startS = Math.floor(startedAt.getTime() / 1000);
  const spanS = Math.max(1, Math.ceil(endedAt.getTime() / 1000) - startS);
  const stepS = Math.max(1, Math.ceil(spanS / maxPoints));
  return { startS, stepS, count: Math.floor(spanS / stepS) + 1 };
}

/** Parses `CPU (%)=100 * avg(rate(cpu[30s]))`; undefined if a part is missing. */
export function parseMetricQuery(text: string): MetricQuery | undefined {
  const [, name = '', expression = ''] = /^([^=]+)=(.+)$/s.exec(text.trim()) ?? [];
  if (name.trim() === '' || expression.trim() === '') return undefined;
  return { name: name.trim(), expression: expression.trim() };
}

/** Reads the response of Prometheus to a range query. */
export function readRangeResponse(body: string, times: MetricTimes): TargetMetricResult {
  const { startS, stepS, count } = times;
  const failed = (problem: string): TargetMetricResult => ({ startS, stepS, series: [], problem });
  const response = parseJson(body);
  if (!isRecord(response)) return failed('The response is not that of a Prometheus server.');
  if (response.status === 'error') return failed(`Prometheus: ${textOf(response.error).slice(0, 500)}`);
  const data = isRecord(response.data) ? response.data : {};
  if (response.status !== 'success' || data.resultType !== 'matrix' || !Array.isArray(data.result))
    return failed('The response is not that of a Prometheus server.');
  const all: unknown[] = data.result;
  if (!all.every(isRecord)) return failed('The response is not that of a Prometheus server.');
  const series = all.slice(0, maxSeries).map(({ metric, values }) => ({
    name: seriesName(isRecord(metric) ? metric : {}),
    values: place(Array.isArray(values) ? values : [], { startS, stepS, count }),
  }));
  const problem =
    all.length > maxSeries
      ? `The query returned ${all.length} series; the first ${maxSeries} are kept. Aggregate them, for example with topk or sum.`
      : all.length === 0
        ? 'The query returned no series.'
        : null;
  return { startS, stepS, series, problem };
}

function place(pairs: readonly unknown[], { startS, stepS, count }: MetricTimes): (number | null)[] {
  const values = new Array<number | null>(count).fill(null);
  for (const pair of pairs) {
    if (!Array.isArray(pair)) continue;
    const index = Math.round((numberOf(pair[0]) - startS) / stepS);
    const value = numberOf(pair[1]);
    // NaN and infinite values are gaps.
    if (index >= 0 && index < count && Number.isFinite(value)) values[index] = value;
  }
  return values;
}

function seriesName(metric: Readonly<Record<string, unknown>>): string {
  const { __name__: name, ...labels } = metric;
  const text = Object.entries(labels).map(([label, value]) => `${textOf(label)}="${textOf(value)}"`);
  if (text.length > 0) return `${textOf(name ?? '')}{${text.join(', ')}}`.slice(0, maxName);
  return textOf(name ?? 'value').slice(0, maxName);
}

/** Without NUL and lone surrogates, which PostgreSQL does not store. JSON of values that are not text. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Prometheus writes values as text. */
function numberOf(value: unknown): number {
  return typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
