import Type, { type Static } from 'typebox';
import { closed, countSchema, linkSchema, nullable, timestampSchema } from './common.ts';
import { generatorSchema } from './generator.ts';
import { errorFiguresSchema, figuresSchema, reconciliationSchema, timesSchema } from './report.ts';
import { personSchema } from './run.ts';
import { passedSchema, thresholdSchema } from './threshold.ts';
import { verdictSchema } from './verdict.ts';

const second = (description: string) => Type.Integer({ description });

/** The part of a run that figures are for. Seconds count from the start of the run. */
export const rangeSchema = closed({
  start: second('When second 0 was, in seconds since 1970'),
  from: second('The first second'),
  to: second('The second after the last'),
  is_whole: Type.Boolean({ description: 'Nobody asked for less than the whole run' }),
});

/** Node names and addresses are null for people who are not of the account. */
export const viewNodeSchema = closed({
  grid: nullable(Type.String()),
  region: Type.String({ description: 'As it was asked for' }),
  origin: Type.String({ description: 'Where the node really is' }),
  node: Type.Integer({ description: 'Place in the grid, from 0' }),
  hostname: nullable(Type.String()),
  state: Type.Enum(['assigned', 'preparing', 'ready', 'running', 'ended', 'delivered', 'given_up']),
  health: Type.Enum(['joining', 'running', 'lost', 'stopping', 'ended']),
  progress: nullable(Type.String()),
  lost_at: nullable(timestampSchema),
  samples: nullable(countSchema),
  cores: nullable(Type.Integer()),
  sandbox: nullable(Type.Enum(['bubblewrap', 'none'])),
  sandbox_notes: Type.Array(Type.String(), {
    description: 'What the sandbox does not keep apart or limit, as sentences; none for strangers',
  }),
  memory_bytes: nullable(Type.Integer({ description: 'Of the whole machine' })),
  cpu_mean: nullable(Type.Number({ description: 'Share of all cores in use, 0 to 1, within the range' })),
  cpu_max: nullable(Type.Number()),
  is_overloaded: Type.Boolean({
    description:
      'So busy in more than a tenth of the whole run that response times may be the node’s own, whatever the range',
  }),
  memory_used_max: nullable(Type.Integer({ description: 'Bytes' })),
  clock_offset_ms: nullable(Type.Number({ description: 'The one furthest from 0, within the range' })),
});

/** Everything that the page of a run shows beside its charts and labels, all for one range. */
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
  engine: nullable(Type.Enum(['spate', 'apache'], { description: 'What runs a JMeter plan' })),
  engine_reasons: Type.Array(
    closed({ element: Type.String(), place: Type.String(), reason: Type.String() }),
    {
      description: "Why it is not Spate's own engine, when nobody asked for Apache JMeter; not for strangers",
    },
  ),
  generator: Type.Optional(
    closed({
      ...generatorSchema.properties,
      is_at_limit: Type.Boolean({ description: 'So late or busy that the load is not the one of the plan' }),
    }),
  ),
  tag_list: Type.Array(Type.String()),
  status: Type.Enum(['queued', 'running', 'finished']),
  phase: Type.String(),
  progress: nullable(Type.String()),
  privacy: Type.Enum(['public', 'private']),
  threads: nullable(Type.Integer()),
  rampup: nullable(Type.Integer({ description: 'Seconds' })),
  duration: nullable(Type.Integer({ description: 'Seconds, as asked for' })),
  created: timestampSchema,
  started: nullable(timestampSchema),
  started_by: nullable(personSchema),
  stopped: nullable(timestampSchema),
  elapsed: nullable(second('From the start to the end of the load, or so far')),
  remaining: nullable(second('To the end of the duration; null where nobody knows')),
  is_stop_requested: Type.Boolean(),
  repeat_of: nullable(Type.String()),
  access: closed({
    is_member: Type.Boolean({
      description: 'Of the account; others see a public run without files, logs and addresses',
    }),
    may_change: Type.Boolean({ description: 'May stop and repeat' }),
  }),
  as_of: timestampSchema,
  range: rangeSchema,
  verdict: verdictSchema,
  summary: Type.String({ description: 'The figures of the range in one paragraph' }),
  passed: passedSchema,
  thresholds: Type.Array(thresholdSchema, {
    description: 'Of the whole run; of one that goes on, as they stand now, while passed is null',
  }),
  times: timesSchema,
  total: figuresSchema,
  seconds: Type.Integer({ description: 'How long was measured within the range; rates are over these' }),
  mean_users: Type.Number(),
  max_users: Type.Integer(),
  apdex: nullable(Type.Number()),
  apdex_threshold: Type.Integer({ description: 'Milliseconds' }),
  recent: nullable(
    closed(
      {
        from: second('The first second, from the start of the run'),
        to: second('The second after the last'),
        total: figuresSchema,
        users: Type.Number({ description: 'On average' }),
      },
      { description: 'The last seconds of a run that is going, when no range is asked for' },
    ),
  ),
  figures_at: nullable(timestampSchema),
  label_count: countSchema,
  error_count: Type.Integer({ description: 'Different codes and messages; the first 200 are in `errors`' }),
  errors: Type.Array(errorFiguresSchema, {
    description:
      'Most frequent first. Messages are empty and together by code for people who are not of the account',
  }),
  nodes: Type.Array(viewNodeSchema, { description: 'The first 1,000' }),
  node_count: countSchema,
  /** Null until the run is finished; always of the whole run. */
  reconciliation: nullable(reconciliationSchema),
  remote_errors: Type.Array(Type.String()),
  warnings: Type.Array(Type.String()),
  files: Type.Array(
    closed({ uuid: Type.String(), name: Type.String(), size: countSchema, href: Type.String() }),
  ),
  archives: Type.Array(closed({ href: Type.String(), size: countSchema })),
  downloads: Type.Array(closed({ name: Type.String(), href: Type.String(), type: Type.String() })),
});

/** What failed within the range, of one label or of all. */
export const errorsSchema = closed({
  _links: closed({ self: linkSchema }),
  range: rangeSchema,
  label: nullable(Type.String()),
  total: Type.Integer({ description: 'Different codes and messages; the first 200 are in `errors`' }),
  errors: Type.Array(errorFiguresSchema, {
    description:
      'Most frequent first. Messages are empty and together by code for people who are not of the account',
  }),
});

const sparkSchema = Type.Array(nullable(Type.Number()));

/** Figures of each label, a page at a time, each with a small series of its own. */
export const labelsSchema = closed({
  _links: closed({ self: linkSchema, next: Type.Optional(linkSchema) }),
  range: rangeSchema,
  total: countSchema,
  page: Type.Integer({ minimum: 1 }),
  page_size: Type.Integer({ minimum: 1 }),
  spark: closed({
    from: second('Where the small series begin, in seconds from the start of the run'),
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

/** Columns of equal length; null where nothing was measured, so that a gap can be drawn as a gap. */
export const chartColumnsSchema = closed({
  time: Type.Array(Type.Integer(), {
    description: 'Start of each interval, in seconds from the start of the run',
  }),
  passed: column('Samples'),
  failed: column('Samples'),
  throughput: column('Samples a second'),
  failures: column('Failed samples a second'),
  users: column('The most in any second'),
  mean: column('Milliseconds'),
  p50: column('Milliseconds'),
  p90: column('Milliseconds'),
  p95: column('Milliseconds'),
  p99: column('Milliseconds'),
  bytes_in: column('Bytes a second'),
  bytes_out: column('Bytes a second'),
});

export const chartsSchema = closed({
  _links: closed({ self: linkSchema }),
  range: rangeSchema,
  label: nullable(Type.String()),
  step: second('Seconds per point: 1, 15, 300, or a multiple of 300'),
  cursor: Type.String({
    description: 'Give it as `after` to the events to hear of all that changes from here on',
  }),
  columns: chartColumnsSchema,
});

/** How many samples took how long, over time. */
export const heatmapSchema = closed({
  _links: closed({ self: linkSchema }),
  range: rangeSchema,
  label: nullable(Type.String()),
  step: second('Seconds per column'),
  bounds: Type.Array(Type.Number(), {
    description: 'Milliseconds; row i lies between bounds i and i + 1, evenly in the logarithm',
  }),
  time: Type.Array(Type.Integer()),
  counts: Type.Array(Type.Array(countSchema), { description: 'For each time, for each row' }),
  max: Type.Integer({ description: 'The highest of the counts' }),
});

/** Everything of one run in one file, to be kept or put into a page that opens offline. */
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
