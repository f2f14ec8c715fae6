import Type, { type Static } from 'typebox';
import { mapValues } from '../records.ts';
import { numberSettings, textSettings } from '../run-settings.ts';
import { closed, countSchema, linkSchema, moneySchema, nullable, timestampSchema } from './common.ts';
import { generatorSchema } from './generator.ts';
import { gridSchema } from './grid.ts';
import { runImportSchema } from './run-import.ts';
import { runBaselineSchema, testOfRunSchema } from './test-of-run.ts';
import { abortSchema, passedSchema, thresholdSchema } from './threshold.ts';
import { verdictSchema } from './verdict.ts';

const archiveSchema = closed({ href: Type.String(), size: countSchema });

/** A user, who may have been removed since. */
export const personSchema = closed({ email: Type.String(), name: nullable(Type.String()) });

/** Changes to the load during the run. */
export const liveControlSchema = closed(
  {
    users: nullable(Type.Integer({ description: 'Virtual users per node; null: as in the plan' })),
    paused: Type.Boolean(),
  },
  { description: 'Changes to the load during the run; null: none' },
);

export const runSchema = closed({
  _links: closed({ self: linkSchema, report: linkSchema, series: linkSchema, archives: linkSchema }),
  uuid: Type.String(),
  batch_id: Type.String(),
  apdex: nullable(Type.String({ pattern: '^[01](\\.\\d+)? \\[\\d+\\]$' })),
  tool: Type.String(),
  name: nullable(Type.String()),
  notes: nullable(Type.String()),
  ...mapValues(numberSettings, ({ kind }) =>
    nullable(kind === 'seconds' ? Type.Integer({ description: 'Seconds' }) : Type.Integer()),
  ),
  tag_list: Type.Array(Type.String()),
  status: Type.Enum(['queued', 'running', 'finished']),
  permalink: Type.String(),
  remote_errors: nullable(Type.Array(Type.String(), { minItems: 1 })),
  warnings: Type.Array(Type.String(), {
    description: 'Warnings about the request',
  }),
  started: nullable(timestampSchema),
  stopped: nullable(timestampSchema),
  created: timestampSchema,
  started_by: nullable(personSchema),
  project: Type.String(),
  privacy: Type.Enum(['public', 'private']),
  error_rate: nullable(Type.Integer({ description: 'Whole percent, rounded up' })),
  response_time: nullable(Type.Integer({ description: 'Mean of all samples, whole milliseconds' })),
  figures: nullable(
    closed(
      {
        samples: countSchema,
        failed: countSchema,
        error_rate: Type.Number({ description: 'Exact percent' }),
        throughput: Type.Number({ description: 'Samples per second' }),
        p50: nullable(
          Type.Number({
            description:
              'Milliseconds, of passed samples unless the list was requested with `times`; null without samples, as are the next two',
          }),
        ),
        p95: nullable(Type.Number()),
        p99: nullable(Type.Number()),
      },
      { description: 'Totals of all labels so far; null before the first sample' },
    ),
  ),
  node_minutes: Type.Integer({ description: 'Minutes of all its nodes, from preparation to end or so far' }),
  cost: nullable(moneySchema),
  fail_if: Type.Array(Type.String(), { description: 'Thresholds: conditions that fail the run' }),
  passed: passedSchema,
  abort_if: Type.Array(Type.String(), { description: 'Abort rules: conditions that end the run early' }),
  aborted: nullable(abortSchema),
  verdict: nullable(verdictSchema),
  thresholds: Type.Array(thresholdSchema, {
    description: 'One per condition of fail_if, evaluated when the run finishes',
  }),
  phase: Type.Enum([
    'waiting_for_nodes',
    'waiting_for_turn',
    'preparing',
    'running',
    'stopping',
    'collecting',
    'finished',
  ]),
  progress: nullable(Type.String()),
  live_control: nullable(liveControlSchema),
  engine: nullable(
    Type.Enum(['spate', 'apache'], { description: 'Engine of a JMeter plan; null for other tools' }),
  ),
  engine_requested: Type.Enum(['auto', 'spate', 'apache']),
  engine_reasons: Type.Array(
    closed({ element: Type.String(), place: Type.String(), reason: Type.String() }),
    {
      description:
        "Reasons against Spate's own engine, with engine auto; with engine spate: scripts that run in a JVM beside it",
    },
  ),
  generator: Type.Optional(generatorSchema),
  ...mapValues(textSettings, () => nullable(Type.String())),
  secrets: Type.Array(Type.String(), {
    description: 'Names of the parameters with secret values, which are never returned',
  }),
  imported: nullable(runImportSchema),
  webhook: Type.Boolean(),
  repeat_of: nullable(Type.String()),
  test: nullable(testOfRunSchema),
  baseline: nullable(runBaselineSchema),
  _embedded: closed({
    grids: Type.Array(gridSchema),
    files: Type.Array(
      closed({ uuid: Type.String(), name: Type.String(), href: Type.String(), size: countSchema }),
    ),
    run_files: Type.Array(closed({ uuid: Type.String(), name: Type.String() })),
    results: Type.Array(closed({ name: Type.String(), region: Type.String(), href: Type.String() })),
    archives: Type.Array(archiveSchema),
  }),
});

export const runListSchema = closed({
  _links: closed({ self: linkSchema, next: Type.Optional(linkSchema), last: linkSchema }),
  total: countSchema,
  _embedded: closed({ runs: Type.Array(runSchema) }),
});

export const archiveListSchema = closed({
  _links: closed({ self: linkSchema, run: linkSchema }),
  _embedded: closed({ archives: Type.Array(archiveSchema) }),
});

/** Response of the webhook, which needs no token. */
export const webhookSchema = closed({
  _links: closed({ self: linkSchema }),
  uuid: Type.String(),
  status: Type.Enum(['queued', 'running', 'finished']),
  permalink: Type.String(),
});

/** The URL of the webhook is shown only once, when it is enabled. */
export const webhookSwitchedSchema = closed({
  _links: closed({ self: linkSchema }),
  webhook: Type.Boolean(),
  url: nullable(Type.String()),
});

export type RunResource = Static<typeof runSchema>;
export type RunListResource = Static<typeof runListSchema>;
export type ArchiveListResource = Static<typeof archiveListSchema>;
export type WebhookResource = Static<typeof webhookSchema>;
