import Type, { type Static } from 'typebox';
import { closed, nullable } from './common.ts';

/** What the uploaded files hold and lack, before a run is made of them. */
export const inspectionSchema = closed({
  tool: Type.String({ description: 'As asked for, or guessed from the files' }),
  plan: nullable(Type.String({ description: 'The file that would run' })),
  can_run: Type.Boolean({ description: 'Nothing is wrong with the files' }),
  problems: Type.Array(Type.String(), { description: 'What would keep the run from starting' }),
  warnings: Type.Array(Type.String()),
  engine: nullable(
    Type.Enum(['spate', 'apache'], {
      description: 'What runs a JMeter plan with engine auto; null for other tools',
    }),
  ),
  engine_reasons: Type.Array(
    closed({ element: Type.String(), place: Type.String(), reason: Type.String() }),
    { description: "Why it is not Spate's own engine" },
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
  labels: Type.Array(Type.String(), { description: 'Names under which samples will appear; the first 500' }),
  variables: Type.Array(closed({ name: Type.String(), value: Type.String() })),
  parameters: Type.Array(
    closed({
      name: Type.String(),
      default: nullable(Type.String()),
      is_set: Type.Boolean({ description: 'By threads, rampup, duration or override_parameters of the run' }),
    }),
    { description: 'Values that the plan takes from outside' },
  ),
  data_files: Type.Array(
    closed({
      path: Type.String({ description: 'As written in the plan' }),
      use: Type.Enum(['csv', 'include', 'upload', 'other']),
      element: Type.String(),
      state: Type.Enum(['there', 'elsewhere', 'missing', 'unknown']),
      file: nullable(Type.String({ description: 'The uploaded file that stands for it' })),
    }),
  ),
  plugins: Type.Array(
    closed({
      name: Type.String(),
      classes: Type.Array(Type.String()),
      state: Type.Enum(['there', 'missing', 'unknown'], {
        description: 'unknown: it may be in one of the uploaded .jar files',
      }),
    }),
    { description: 'What the plan needs that is not of its tool itself' },
  ),
  files: Type.Array(Type.String(), { description: 'All uploaded files, with what is inside archives' }),
});

export type InspectionResource = Static<typeof inspectionSchema>;
