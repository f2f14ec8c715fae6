import Type, { type Static } from 'typebox';
import { closed, nullable } from './common.ts';

export const rowFilesSchema = Type.Array(
  closed({
    file: Type.String(),
    has_header: nullable(
      Type.Boolean({ description: 'Whether the plan takes the first line for a header; null: unknown' }),
    ),
    lease_problem: nullable(
      Type.String({ description: 'Why its rows cannot be leased, as the end of a sentence; null: they can' }),
    ),
  }),
  { description: 'Data files whose rows the nodes can share by `run[data_files]`, at most 20' },
);

/** Contents and problems of uploaded files, without creating a run. */
export const inspectionSchema = closed({
  tool: Type.String({ description: 'As requested, or detected from the files' }),
  plan: nullable(Type.String({ description: 'The plan file' })),
  can_run: Type.Boolean({ description: 'Whether the files have no problems' }),
  problems: Type.Array(Type.String(), { description: 'Problems that prevent a run' }),
  warnings: Type.Array(Type.String()),
  engine: nullable(
    Type.Enum(['spate', 'apache'], {
      description: 'Engine of a JMeter plan with engine auto; null for other tools',
    }),
  ),
  engine_reasons: Type.Array(
    closed({ element: Type.String(), place: Type.String(), reason: Type.String() }),
    {
      description:
        "Reasons against Spate's own engine; with engine spate: scripts that run in a JVM beside it",
    },
  ),
  thread_groups: Type.Array(
    closed({
      name: Type.String(),
      kind: Type.String(),
      is_enabled: Type.Boolean(),
      threads: nullable(Type.String({ description: 'As written in the plan' })),
      rampup: nullable(Type.String()),
      duration: nullable(Type.String()),
      loops: nullable(Type.String()),
    }),
  ),
  labels: Type.Array(Type.String(), { description: 'Labels of the samples; the first 500' }),
  variables: Type.Array(closed({ name: Type.String(), value: Type.String() })),
  parameters: Type.Array(
    closed({
      name: Type.String(),
      default: nullable(Type.String()),
      is_set: Type.Boolean({
        description: 'Whether threads, rampup, duration or override_parameters of the run set it',
      }),
    }),
    { description: 'External parameters of the plan' },
  ),
  data_files: Type.Array(
    closed({
      path: Type.String({ description: 'As written in the plan' }),
      use: Type.Enum(['csv', 'include', 'upload', 'other']),
      element: Type.String(),
      state: Type.Enum(['there', 'elsewhere', 'missing', 'unknown']),
      file: nullable(Type.String({ description: 'Matching uploaded file' })),
    }),
  ),
  row_files: rowFilesSchema,
  plugins: Type.Array(
    closed({
      name: Type.String(),
      classes: Type.Array(Type.String()),
      state: Type.Enum(['there', 'missing', 'unknown'], {
        description: 'unknown: it may be in one of the uploaded .jar files',
      }),
    }),
    { description: 'Plugins that the plan requires' },
  ),
  files: Type.Array(Type.String(), { description: 'All uploaded files, including the contents of archives' }),
});

export type RowFileResource = Static<typeof rowFilesSchema>[number];
export type InspectionResource = Static<typeof inspectionSchema>;
