import Type, { type Static } from 'typebox';
import { closed, nullable, timestampSchema } from './common.ts';
import { figuresSchema } from './report.ts';
import { passedSchema, thresholdSchema } from './threshold.ts';
import { chartColumnsSchema, type RunViewResource } from './view.ts';

/** `event: state`: sent immediately and on every change. */
export const stateEventSchema = closed({
  status: Type.Enum(['queued', 'running', 'finished']),
  phase: Type.String(),
  progress: nullable(Type.String()),
  started: nullable(timestampSchema),
  is_stop_requested: Type.Boolean(),
});

/** `event: points`: new or changed intervals; each replaces the interval with the same time. */
export const pointsEventSchema = closed({
  start: Type.Integer({ description: 'Time of second 0, in seconds since 1970' }),
  step: Type.Integer(),
  columns: chartColumnsSchema,
});

/** `event: figures`: figures of the whole run so far, as in the report. */
export const figuresEventSchema = closed({
  as_of: timestampSchema,
  total: figuresSchema,
  seconds: Type.Integer(),
  mean_users: Type.Number(),
  max_users: Type.Integer(),
  apdex: nullable(Type.Number()),
});

/** `event: view`, if requested: the response of `GET /runs/:id/view`, at most once a second, and before `finished`. */
export type ViewEvent = RunViewResource;

/** `event: finished`: the last event. The stream ends; clients should not reconnect. */
export const finishedEventSchema = closed({
  passed: passedSchema,
  thresholds: Type.Array(thresholdSchema),
});

export type StateEvent = Static<typeof stateEventSchema>;
export type PointsEvent = Static<typeof pointsEventSchema>;
export type FiguresEvent = Static<typeof figuresEventSchema>;
export type FinishedEvent = Static<typeof finishedEventSchema>;
