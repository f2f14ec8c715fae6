import Type, { type Static } from 'typebox';
import { closed, nullable, timestampSchema } from './common.ts';
import { figuresSchema } from './report.ts';
import { passedSchema, thresholdSchema } from './threshold.ts';
import { chartColumnsSchema } from './view.ts';

/** `event: state`: sent at once and whenever it changes. */
export const stateEventSchema = closed({
  status: Type.Enum(['queued', 'running', 'finished']),
  phase: Type.String(),
  progress: nullable(Type.String()),
  started: nullable(timestampSchema),
  is_stop_requested: Type.Boolean(),
});

/** `event: points`: intervals that are new or have changed; each replaces the one of the same time. */
export const pointsEventSchema = closed({
  start: Type.Integer({ description: 'When second 0 was, in seconds since 1970' }),
  step: Type.Integer(),
  columns: chartColumnsSchema,
});

/** `event: figures`: the whole run so far, as its report has it. */
export const figuresEventSchema = closed({
  as_of: timestampSchema,
  total: figuresSchema,
  seconds: Type.Integer(),
  mean_users: Type.Number(),
  max_users: Type.Integer(),
  apdex: nullable(Type.Number()),
});

/** `event: finished`: the last one; the stream ends after it, and the client should not come again. */
export const finishedEventSchema = closed({
  passed: passedSchema,
  thresholds: Type.Array(thresholdSchema),
});

export type StateEvent = Static<typeof stateEventSchema>;
export type PointsEvent = Static<typeof pointsEventSchema>;
export type FiguresEvent = Static<typeof figuresEventSchema>;
export type FinishedEvent = Static<typeof finishedEventSchema>;
