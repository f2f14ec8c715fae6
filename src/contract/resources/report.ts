import Type, { type Static } from 'typebox';
import { sampleKinds } from '../sample-kinds.ts';
import { closed, countSchema, linkSchema, nullable } from './common.ts';
import { passedSchema, thresholdSchema } from './threshold.ts';
import { verdictSchema } from './verdict.ts';

const percentilesSchema = Type.Record(Type.String(), Type.Number(), {
  description:
    'Milliseconds by percentile: 50, 75, 90, 95, 99, 99.9; of the same samples as the mean, empty without samples',
});

export const timesSchema = Type.Enum([...sampleKinds], {
  description: 'Samples that the response times cover',
});
export type Times = Static<typeof timesSchema>;

const intendedSchema = closed(
  {
    scheduled: Type.Integer({
      description: 'Samples with an intended start; the others count with their measured time',
    }),
    mean: nullable(Type.Number()),
    max: nullable(Type.Number()),
    percentiles: percentilesSchema,
  },
  {
    description:
      "The same times from the intended start, in open workload models of Spate's engine: they include how late samples started. Null if no sample has an intended start",
  },
);

const codesSchema = Type.Array(
  closed({
    code: nullable(
      Type.String({
        description: 'Empty if the tool reports none. Null: unknown, recorded by an earlier version',
      }),
    ),
    class: Type.Enum(['2xx', '3xx', '4xx', '5xx', 'other', 'unknown']),
    passed: countSchema,
    failed: countSchema,
  }),
  {
    description:
      'Samples by response code, most frequent first; the counts add up to the samples. Codes beyond the limit are counted as `(other codes)`. Null in reports of earlier versions',
  },
);

export const figuresSchema = closed({
  label: Type.String({ description: 'Empty for the total of all labels' }),
  passed: countSchema,
  failed: countSchema,
  error_rate: Type.Number({ description: 'Percent' }),
  mean: nullable(
    Type.Number({
      description:
        'Milliseconds, like all times here. Of the samples selected by `times`, by default passed ones; null without samples, as are the next three',
    }),
  ),
  standard_deviation: nullable(Type.Number()),
  min: nullable(Type.Number()),
  max: nullable(Type.Number()),
  percentiles: percentilesSchema,
  from_intended_start: nullable(intendedSchema),
  mean_latency: Type.Number(),
  mean_connect: Type.Number(),
  requests_per_minute: Type.Number(),
  max_requests_per_minute: Type.Number(),
  bytes_in: countSchema,
  bytes_out: countSchema,
  codes: nullable(codesSchema),
});

export const reconciliationSchema = closed({
  produced: countSchema,
  framed: countSchema,
  received: countSchema,
  stored: countSchema,
  reported: countSchema,
  is_complete: Type.Boolean({ description: 'Whether all counts are equal' }),
  explanations: Type.Array(Type.String()),
  notes: Type.Array(Type.String(), { description: 'Notes about complete counts' }),
  start_spread_ms: nullable(
    Type.Number({ description: 'Milliseconds between the first samples of the first and the last node' }),
  ),
  rows: Type.Optional(
    Type.Array(
      closed({
        file: Type.String(),
        rows: countSchema,
        used: Type.Integer({ description: 'Rows that the load generators read' }),
        returned: Type.Integer({
          description: 'Rows that ended executions had leased and not read; others could lease them',
        }),
        lost: Type.Integer({
          description: 'Rows that lost nodes had leased and may have used; they are not leased again',
        }),
        left: Type.Integer({ description: 'Rows that were free at the end' }),
      }),
      { description: 'Data files in mode `lease`; absent without one' },
    ),
  ),
});

export const errorFiguresSchema = closed({
  code: Type.String(),
  message: Type.String(),
  count: countSchema,
  example: closed({
    label: Type.String(),
    time: Type.Integer({ description: 'Milliseconds since 1970' }),
  }),
});

export const reportSchema = closed({
  _links: closed({ self: linkSchema }),
  summary: Type.String(),
  mean_response_time: Type.Integer({ description: 'Milliseconds, of all samples' }),
  mean_concurrency: Type.Integer({ description: 'Virtual users' }),
  max_concurrency: Type.Integer({ description: 'Virtual users' }),
  mean_throughput: Type.Integer({ description: 'Bytes received per minute' }),
  mean_error_rate: Type.Number({ description: 'Percent; 0 only if no sample failed' }),
  mean_apdex: nullable(Type.Number()),
  apdex_threshold: Type.Integer({ description: 'Milliseconds' }),
  duration: Type.Number({ description: 'Seconds from the first sample to the last' }),
  times: timesSchema,
  total: figuresSchema,
  labels: Type.Array(figuresSchema),
  grids: Type.Array(closed({ uuid: Type.String(), total: figuresSchema, labels: Type.Array(figuresSchema) })),
  errors: Type.Array(errorFiguresSchema),
  passed: passedSchema,
  verdict: verdictSchema,
  thresholds: Type.Array(thresholdSchema),
  /** Sample counts at each step from the tool to the report; null until the run has finished. */
  reconciliation: nullable(reconciliationSchema),
});

export const seriesSchema = closed({
  _links: closed({ self: linkSchema }),
  resolution: Type.Enum([1, 15, 300]),
  points: Type.Array(
    closed({
      time: Type.Integer({ description: 'Start of the interval, seconds since 1970' }),
      span: Type.Integer({ description: 'Seconds' }),
      passed: countSchema,
      failed: countSchema,
      users: Type.Number(),
      mean: nullable(Type.Number()),
      percentiles: nullable(percentilesSchema),
      bytes_in: countSchema,
      bytes_out: countSchema,
      codes: codesSchema,
    }),
  ),
});

/** One row of the results, with the CSV columns in lower case. */
export const resultRowSchema = closed({
  time: Type.Integer({ description: 'Start of a 15-second interval, milliseconds since 1970' }),
  measurement: Type.String(),
  label: Type.String(),
  account: Type.Integer(),
  run: Type.Integer(),
  project: Type.Integer(),
  grid: Type.Integer(),
  region: Type.String(),
  value: Type.Number(),
});

export type CodeResource = Static<typeof codesSchema>[number];
export type FiguresResource = Static<typeof figuresSchema>;
export type ReportResource = Static<typeof reportSchema>;
export type SeriesResource = Static<typeof seriesSchema>;
export type ResultRowResource = Static<typeof resultRowSchema>;
