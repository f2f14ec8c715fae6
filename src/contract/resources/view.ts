import Type, { type Static } from 'typebox';
import { closed, countSchema, linkSchema, moneySchema, nullable, timestampSchema } from './common.ts';
import { generatorSchema } from './generator.ts';
import { errorFiguresSchema, figuresSchema, reconciliationSchema, timesSchema } from './report.ts';
import { liveControlSchema, personSchema } from './run.ts';
import { runImportSchema } from './run-import.ts';
import { runBaselineSchema, testOfRunSchema } from './test-of-run.ts';
import { abortSchema, passedSchema, thresholdSchema } from './threshold.ts';
import { verdictSchema } from './verdict.ts';

const second = (description: string) => Type.Integer({ description });

/** Selected range, in seconds since the start of the run. */
export const rangeSchema = closed({
  start: second('Time of second 0, in seconds since 1970'),
  from: second('First second'),
  to: second('Second after the last'),
  is_whole: Type.Boolean({ description: 'Whether it is the whole run' }),
});

/** Node names and addresses are null without access to the account. */
export const viewNodeSchema = closed({
  grid: nullable(Type.String()),
  region: Type.String({ description: 'As requested' }),
  origin: Type.String({ description: 'Actual location of the node' }),
  node: Type.Integer({ description: 'Index in the grid, from 0' }),
  hostname: nullable(Type.String()),
  state: Type.Enum(['assigned', 'preparing', 'ready', 'running', 'ended', 'delivered', 'given_up']),
  health: Type.Enum(['joining', 'running', 'lost', 'stopping', 'ended']),
  progress: nullable(Type.String()),
  lost_at: nullable(timestampSchema),
  samples: nullable(countSchema),
  cores: nullable(Type.Integer()),
  sandbox: nullable(Type.Enum(['bubblewrap', 'none'])),
  sandbox_notes: Type.Array(Type.String(), {
    description: 'Limitations of the sandbox, one sentence each; empty without access to the account',
  }),
  memory_bytes: nullable(Type.Integer({ description: 'Of the whole machine' })),
  cpu_mean: nullable(Type.Number({ description: 'Share of all cores in use, 0 to 1, within the range' })),
  cpu_max: nullable(Type.Number()),
  is_overloaded: Type.Boolean({
    description:
      'Overloaded in more than a tenth of the whole run, independent of the range: response times may include the delay of the node',
  }),
  memory_used_max: nullable(Type.Integer({ description: 'Bytes' })),
  clock_offset_ms: nullable(Type.Number({ description: 'Largest deviation within the range' })),
});

/** Data of the run page except charts and labels, for one range. */
export const runViewSchema = closed({
  _links: closed({
    self: linkSchema,
    run: linkSchema,
    labels: linkSchema,
    errors: linkSchema,
    charts: linkSchema,
    heatmap: linkSchema,
    events: linkSchema,
  }),
  uuid: Type.String(),
  name: nullable(Type.String()),
  notes: nullable(Type.String()),
  project: Type.String(),
  tool: Type.String(),
  engine: nullable(Type.Enum(['spate', 'apache'], { description: 'Engine of a JMeter plan' })),
  engine_reasons: Type.Array(
    closed({ element: Type.String(), place: Type.String(), reason: Type.String() }),
    {
      description:
        "Reasons against Spate's own engine, with engine auto; with engine spate: scripts that run in a JVM beside it; empty without access to the account",
    },
  ),
  generator: Type.Optional(
    closed({
      ...generatorSchema.properties,
      is_at_limit: Type.Boolean({ description: 'Generator saturation: the load differs from the plan' }),
    }),
  ),
  tag_list: Type.Array(Type.String()),
  status: Type.Enum(['queued', 'running', 'finished']),
  phase: Type.String(),
  progress: nullable(Type.String()),
  privacy: Type.Enum(['public', 'private']),
  threads: nullable(Type.Integer()),
  rampup: nullable(Type.Integer({ description: 'Seconds' })),
  duration: nullable(Type.Integer({ description: 'Seconds, as requested' })),
  created: timestampSchema,
  started: nullable(timestampSchema),
  started_by: nullable(personSchema),
  stopped: nullable(timestampSchema),
  elapsed: nullable(second('Seconds from the start to the end of the load, or so far')),
  remaining: nullable(second('Seconds to the end of the duration; null if unknown')),
  node_minutes: nullable(Type.Integer({ description: 'Null without access to the account, as is cost' })),
  cost: nullable(moneySchema),
  is_stop_requested: Type.Boolean(),
  live_control: nullable(liveControlSchema),
  repeat_of: nullable(Type.String()),
  imported: nullable(runImportSchema),
  test: nullable(testOfRunSchema),
  baseline: nullable(runBaselineSchema),
  access: closed({
    is_member: Type.Boolean({
      description:
        'Whether the caller has access to the account; others see a public run without files, logs and addresses',
    }),
    may_change: Type.Boolean({ description: 'Whether the caller may stop and repeat the run' }),
  }),
  as_of: timestampSchema,
  range: rangeSchema,
  verdict: verdictSchema,
  summary: Type.String({ description: 'Summary of the range as text' }),
  passed: passedSchema,
  abort_if: Type.Array(Type.String(), { description: 'Abort rules' }),
  aborted: nullable(abortSchema),
  thresholds: Type.Array(thresholdSchema, {
    description: 'Of the whole run; during the run with current values, and passed is null',
  }),
  times: timesSchema,
  total: figuresSchema,
  seconds: Type.Integer({ description: 'Measured seconds within the range; rates refer to them' }),
  mean_users: Type.Number(),
  max_users: Type.Integer(),
  apdex: nullable(Type.Number()),
  apdex_threshold: Type.Integer({ description: 'Milliseconds' }),
  recent: nullable(
    closed(
      {
        from: second('First second since the start of the run'),
        to: second('Second after the last'),
        total: figuresSchema,
        users: Type.Number({ description: 'Average' }),
      },
      { description: 'Latest seconds of an active run, if no range is selected' },
    ),
  ),
  figures_at: nullable(timestampSchema),
  label_count: countSchema,
  error_count: Type.Integer({
    description: 'Number of distinct codes and messages; `errors` contains the first 200',
  }),
  errors: Type.Array(errorFiguresSchema, {
    description:
      'Most frequent first. Without access to the account, messages are empty and errors are grouped by code',
  }),
  nodes: Type.Array(viewNodeSchema, { description: 'The first 1,000' }),
  node_count: countSchema,
  /** Null until the run has finished; always of the whole run. */
  reconciliation: nullable(reconciliationSchema),
  remote_errors: Type.Array(Type.String()),
  warnings: Type.Array(Type.String()),
  files: Type.Array(
    closed({ uuid: Type.String(), name: Type.String(), size: countSchema, href: Type.String() }),
  ),
  archives: Type.Array(closed({ href: Type.String(), size: countSchema })),
  downloads: Type.Array(closed({ name: Type.String(), href: Type.String(), type: Type.String() })),
});

/** Errors within the range, of one label or of all. */
export const errorsSchema = closed({
  _links: closed({ self: linkSchema }),
  range: rangeSchema,
  label: nullable(Type.String()),
  total: Type.Integer({
    description: 'Number of distinct codes and messages; `errors` contains the first 200',
  }),
  errors: Type.Array(errorFiguresSchema, {
    description:
      'Most frequent first. Without access to the account, messages are empty and errors are grouped by code',
  }),
});

const sparkSchema = Type.Array(nullable(Type.Number()));

/** Figures per label with sparklines, paged. */
export const labelsSchema = closed({
  _links: closed({ self: linkSchema, next: Type.Optional(linkSchema) }),
  range: rangeSchema,
  total: countSchema,
  page: Type.Integer({ minimum: 1 }),
  page_size: Type.Integer({ minimum: 1 }),
  spark: closed({
    from: second('Start of the sparklines, in seconds since the start of the run'),
    step: second('Seconds per point'),
  }),
  labels: Type.Array(
    closed({
      ...figuresSchema.properties,
      spark_p95: sparkSchema,
      spark_failed: Type.Array(countSchema),
    }),
  ),
});

const column = (description: string) => Type.Array(nullable(Type.Number()), { description });

/** Columns of equal length; null is a gap. */
export const chartColumnsSchema = closed({
  time: Type.Array(Type.Integer(), {
    description: 'Start of each interval, in seconds since the start of the run',
  }),
  passed: column('Samples'),
  failed: column('Samples'),
  throughput: column('Samples per second'),
  failures: column('Failed samples per second'),
  failures_4xx: column('Failed samples per second with a code from 400 to 499'),
  failures_5xx: column('Failed samples per second with a code from 500 to 599'),
  failures_of_checks: column('Failed samples per second with a code below 400, such as failed assertions'),
  failures_other: column(
    'Other failed samples per second: without a response, or beyond the limit of error texts',
  ),
  codes_2xx: column('Samples per second with a response code from 200 to 299'),
  codes_3xx: column('Samples per second with a response code from 300 to 399'),
  codes_4xx: column('Samples per second with a response code from 400 to 499'),
  codes_5xx: column('Samples per second with a response code from 500 to 599'),
  codes_other: column('Samples per second with another response code or none'),
  codes_unknown: column('Samples per second with an unknown response code, recorded by an earlier version'),
  users: column('Maximum of any second'),
  mean: column('Milliseconds'),
  p50: column('Milliseconds'),
  p90: column('Milliseconds'),
  p95: column('Milliseconds'),
  p99: column('Milliseconds'),
  connect: column('Mean time to connect of all samples, milliseconds'),
  first_byte: column('Mean time to the first byte of the response of all samples, milliseconds'),
  bytes_in: column('Bytes per second'),
  bytes_out: column('Bytes per second'),
});

export const chartsSchema = closed({
  _links: closed({ self: linkSchema }),
  range: rangeSchema,
  label: nullable(Type.String()),
  step: second('Seconds per point: 1, 15, 300, or a multiple of 300'),
  cursor: Type.String({
    description: 'Pass it as `after` to the events to receive all later changes',
  }),
  columns: chartColumnsSchema,
});

/** Histogram of response times over time. */
export const heatmapSchema = closed({
  _links: closed({ self: linkSchema }),
  range: rangeSchema,
  label: nullable(Type.String()),
  step: second('Seconds per column'),
  bounds: Type.Array(Type.Number(), {
    description: 'Milliseconds; row i is between bounds i and i + 1, on a logarithmic scale',
  }),
  time: Type.Array(Type.Integer()),
  counts: Type.Array(Type.Array(countSchema), { description: 'Per time, per row' }),
  max: Type.Integer({ description: 'Highest count' }),
});

/** The complete report of one run as one document. */
export const exportSchema = closed({
  format: Type.Literal('spate-report-1'),
  view: runViewSchema,
  labels: labelsSchema,
  charts: chartsSchema,
  heatmap: heatmapSchema,
});

export type RangeResource = Static<typeof rangeSchema>;
export type ViewNodeResource = Static<typeof viewNodeSchema>;
export type RunViewResource = Static<typeof runViewSchema>;
export type ErrorsResource = Static<typeof errorsSchema>;
export type LabelsResource = Static<typeof labelsSchema>;
export type ChartColumns = Static<typeof chartColumnsSchema>;
export type ChartsResource = Static<typeof chartsSchema>;
export type HeatmapResource = Static<typeof heatmapSchema>;
export type ExportResource = Static<typeof exportSchema>;
